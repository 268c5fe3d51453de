// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The paper's variants by texture and by shared memory: the textures of their sources.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "dense/cuda/unrolled/slices.hpp"
#include "papers/cuda/dense/paper_job.hpp"
#include "runtime/recent.hpp"

namespace cv { namespace recfilter {

namespace {

//! Rows of floats.
struct TextureKey
{
    const uchar* data;
    size_t step;
    int columns;
    int64 rows;
    int device;

    bool operator==(const TextureKey& other) const
    {
        return data == other.data && step == other.step && columns == other.columns && rows == other.rows &&
               device == other.device;
    }
};

//! A texture over rows of floats in device memory, which it does not own.
class Texture
{
public:
    explicit Texture(const TextureKey& key) : device(key.device)
    {
        // A texture begins at an aligned address, at or before the first pixel.
        const size_t alignment = size_t(deviceAttribute(cudaDevAttrTextureAlignment, device));
        const size_t before = reinterpret_cast<size_t>(key.data) % alignment;
        source.offset = int(before / sizeof(float));
        source.rowStep = int(key.step / sizeof(float));
        while (rowsOf(key) > deviceAttribute(cudaDevAttrMaxTexture2DLinearHeight, device))
            source.besideLog2++;
        const int64 beside = int64(1) << source.besideLog2;
        const int64 columns = key.columns + source.offset + (beside - 1) * source.rowStep;
        if (const int most = deviceAttribute(cudaDevAttrMaxTexture2DLinearWidth, device); columns > most)
            CV_Error(
                Error::StsOutOfRange,
                format("src has %d elements in a row and %lld rows; CONVOLUTION_TEXTURE takes up to %d elements in "
                       "a row here, fewer in many rows, and CONVOLUTION_SHARED as many as an array has",
                       key.columns, (long long)key.rows, most - source.offset));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = const_cast<uchar*>(key.data) - before;
        resource.res.pitch2D.desc = {32, 0, 0, 0, cudaChannelFormatKindFloat};
        resource.res.pitch2D.width = size_t(columns);
        resource.res.pitch2D.height = size_t(rowsOf(key));
        resource.res.pitch2D.pitchInBytes = key.step * size_t(beside);
        cudaTextureDesc texture = {};
        texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
        texture.filterMode = cudaFilterModePoint;
        texture.readMode = cudaReadModeElementType;
        checkCuda(cudaCreateTextureObject(&source.texture, &resource, &texture, nullptr), "cudaCreateTextureObject");
    }

    //! Waits for the device: kernels may still read the texture.
    ~Texture()
    {
        int current = device;
        cudaGetDevice(&current);
        cudaSetDevice(device);
        cudaDeviceSynchronize();
        cudaDestroyTextureObject(source.texture);
        cudaSetDevice(current);
    }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    gpu::PaperTexture source = {};

private:
    //! Rows of the texture.
    int64 rowsOf(const TextureKey& key) const
    {
        const int64 beside = int64(1) << source.besideLog2;
        return (key.rows + beside - 1) / beside;
    }

    const int device;
};

class PaperGpu final : public ConvEngineGpu
{
public:
    PaperGpu(const SharedBank& shared, int algorithm_) : ConvEngineGpu(shared), algorithm(algorithm_) {}

    void queue(const ConvCall& call, const Queue& queue) const override
    {
        if (algorithm != cuda::CONVOLUTION_TEXTURE)
            return queueSlices(bank, call, [&](const gpu::ConvJob& job, const gpu::SliceFilter& filter) {
                gpu::runShared(job, filter, queue.stream);
            });
        const auto texture = textureOf(call.src, queue);
        queueSlices(bank, call, [&](const gpu::ConvJob& job, const gpu::SliceFilter& filter) {
            gpu::runTexture(job, filter, texture->source, queue.stream);
        });
    }

    size_t rowAlignment() const override
    {
        return algorithm == cuda::CONVOLUTION_TEXTURE
                   ? size_t(deviceAttribute(cudaDevAttrTexturePitchAlignment, currentDevice()))
                   : 1;
    }

    bool prefersPlanes() const override { return false; } // as in the paper

    void clear() override { textures.clear(); }

private:
    std::shared_ptr<const Texture> textureOf(const ArrayView& src, const Queue& queue) const
    {
        const size_t step = alignSize(src.rowStep(), int(rowAlignment())); // a single row has any
        const auto last = size_t(src.row(int(src.size[0]) - 1, int(src.size[1]) - 1, 0) - src.data); // plane
        const TextureKey key = {src.data, step, int(src.rowElements()), int64(last / step) + src.size[2], queue.device};
        const auto texture = textures.get(key, [&] { return std::make_shared<const Texture>(key); });
        if (queue.isCaptured)
        {
            const std::lock_guard<std::mutex> lock(mutex);
            captured.push_back(texture);
        }
        return texture;
    }

    const int algorithm;
    mutable Recent<TextureKey, const Texture> textures;
    mutable std::mutex mutex;
    mutable std::vector<std::shared_ptr<const Texture>> captured; //!< graphs may read them as long as this object lives
};

} // namespace

SharedEngine makePaperGpu(const SharedBank& bank, int algorithm)
{
    return std::make_shared<PaperGpu>(bank, algorithm);
}

}} // namespace cv::recfilter

#endif

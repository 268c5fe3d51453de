#!/usr/bin/env bash
# perf/reproduce.sh cpu|gpu|plot [FIGURE...]: measures the figures of the papers again, all or those that are named,
# into doc/reproduction/cpu.csv or gpu.csv, each as soon as it is measured. Then it draws doc/reproduction/*.png and
# writes the tables of doc/reproduction.md from both files; with plot it does only that. With gpu, first_order also
# counts transfers into doc/reproduction/transfers.csv. Drawing needs matplotlib, peers on the GPU need CuPy, counting
# needs Nsight Compute (ncu). What is missing is left out with a message.
# Figures: first_order second_order sat gaussian orders decay borders wide_gaussian lee, and for dense kernels
# conv_2d conv_2d_9 conv_2d_17 conv_3d conv_3d_7 conv_3d_13 conv_4d conv_4d_7

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=samples/setup.sh
source samples/setup.sh

all_figures=(first_order second_order sat gaussian orders decay borders wide_gaussian lee
    conv_2d conv_2d_9 conv_2d_17 conv_3d conv_3d_7 conv_3d_13 conv_4d conv_4d_7)

# measure TABLE FIXTURES FIGURE: the benchmarks of one figure.
measure() {
    local report
    report=$(mktemp)
    ./perf/run.sh --gtest_filter="$2" --gtest_param_filter="*\"$3\"*" --perf_force_samples=1 --perf_min_samples=1 \
        --gtest_output="xml:$report" || failed=1
    python3 perf/paper_tables.py "$1" "$report"
    rm "$report"
}

# SciPy's convolution in 3D, through the bindings.
measure_scipy() {
    want_python
    setup opencv_python3
    PYTHONPATH=$build_dir/python_loader:$python_packages \
        "$python" perf/peers_scipy.py doc/reproduction/cpu.csv || failed=1
}

# What algorithms move through the GPU's memory, by the profiler's counters.
count_transfers() {
    command -v ncu >/dev/null || { say "no ncu: counting no transfers" && return; }
    setup opencv_perf_recfilter
    python3 perf/count_transfers.py "$build_dir/bin/opencv_perf_recfilter" doc/reproduction/transfers.csv || failed=1
}

# has_python MODULE WHY
has_python() {
    python3 -c "import $1" 2>/dev/null || { say "no $1 for python3: $2" && return 1; }
}

side=${1:-}
figures=("${@:2}")
((${#figures[@]})) || figures=("${all_figures[@]}")
for figure in "${figures[@]}"; do
    [[ " ${all_figures[*]} " == *" $figure "* ]] || die "no figure $figure; accepted are ${all_figures[*]}"
done
failed=0
case $side in
    cpu)
        for figure in "${figures[@]}"; do measure doc/reproduction/cpu.csv 'Papers_*' "$figure"; done
        [[ " ${figures[*]} " != *" conv_3d "* ]] || measure_scipy
        ;;
    gpu)
        has_gpu || die "gpu needs an NVIDIA GPU and its driver (nvidia-smi)"
        for figure in "${figures[@]}"; do measure doc/reproduction/gpu.csv 'PapersCuda*' "$figure"; done
        [[ " ${figures[*]} " != *" first_order "* ]] || count_transfers
        if has_python cupy "measuring no peers"; then
            python3 perf/peers_cupy.py --table doc/reproduction/gpu.csv "${figures[@]}" || failed=1
        fi
        ;;
    plot) ;;
    *) die "$0 ${side:-without an argument}: cpu, gpu or plot is needed" ;;
esac
python3 perf/paper_page.py doc/reproduction.md doc/reproduction
if has_python matplotlib "drawing nothing; draw later by $0 plot"; then
    python3 perf/plot_papers.py doc/reproduction
fi
exit "$failed"

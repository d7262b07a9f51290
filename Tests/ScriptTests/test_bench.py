"""scripts/bench: what it keeps of a report, and what it judges to be worse."""
import contextlib
import copy
import io
import json
import pathlib
import sys
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from loading import load

script = load("bench")

BASELINE = {
    "instruction_sets": ["sha_ni", "avx2"], "versions": {"openssl": "3.0.19", "swift": "6.3.1"},
    "ratios": {"verify/jobs:1": 12.0, "stage/sha256": 3.9},
    "allocations_per_record": {"verify/jobs:1": 0.0, "stage/sha256": 8.0},
    "instructions_per_notification": {"verify/jobs:1": 1000.0, "stage/base64url": 200.0},
}


def changed(section, name, value):
    """The baseline with one figure changed; None takes it away."""
    new = copy.deepcopy(BASELINE)
    if value is None:
        del new[section][name]
    else:
        new[section][name] = value
    return new


class JudgingTests(unittest.TestCase):
    def worse(self, new, is_whole=True):
        return script.judge(new, BASELINE, is_whole)[0]

    def test_the_same_is_no_regression(self):
        self.assertEqual(script.judge(copy.deepcopy(BASELINE), BASELINE), ([], []))

    def test_a_ratio_may_move_within_its_bound(self):
        bound = 12.0 * (1 - script.RATIO_BOUND)
        self.assertEqual(self.worse(changed("ratios", "verify/jobs:1", bound + 0.01)), [])
        self.assertEqual(self.worse(changed("ratios", "verify/jobs:1", bound - 0.01)),
                         [f"verify/jobs:1: ratio {bound - 0.01:.2f}, was 12.00"])

    def test_a_wide_kernel_has_a_wider_bound(self):
        old = changed("ratios", "es256/ifma/keys:1", 40.0)
        new = copy.deepcopy(old)
        new["ratios"]["es256/ifma/keys:1"] = 40.0 * (1 - script.WIDE_RATIO_BOUND) + 0.1
        self.assertEqual(script.judge(new, old), ([], []))
        new["ratios"]["es256/ifma/keys:1"] -= 0.2
        self.assertEqual(len(script.judge(new, old)[0]), 1)

    def test_what_is_new_is_told_as_not_judged(self):
        worse, unjudged = script.judge(changed("ratios", "stage/new", 2.0), BASELINE)
        self.assertEqual(worse, [])
        self.assertEqual(unjudged, ["not in the baseline: stage/new"])

    def test_ten_per_cent_more_instructions_are_a_regression(self):
        for name, before in BASELINE["instructions_per_notification"].items():
            self.assertEqual(len(self.worse(changed("instructions_per_notification", name, before * 1.1))), 1)
            self.assertEqual(self.worse(changed("instructions_per_notification", name, before * 1.01)), [])
            self.assertEqual(self.worse(changed("instructions_per_notification", name, before / 2)), [])

    def test_an_allocation_a_record_is_a_regression(self):
        self.assertEqual(len(self.worse(changed("allocations_per_record", "verify/jobs:1", 1.0))), 1)
        self.assertEqual(len(self.worse(changed("allocations_per_record", "stage/sha256", 9.0))), 1)
        self.assertEqual(self.worse(changed("allocations_per_record", "stage/sha256", 8.05)), [])

    def test_what_is_no_longer_measured_is_a_regression(self):
        self.assertEqual(len(self.worse(changed("ratios", "stage/sha256", None))), 1)
        self.assertEqual(self.worse(changed("ratios", "stage/sha256", None), is_whole=False), [])
        self.assertEqual(len(self.worse(changed("instructions_per_notification", "stage/base64url", None))), 1)

    def test_another_processor_is_not_judged_by_ratios_but_by_counts(self):
        new = changed("ratios", "verify/jobs:1", 1.0)
        new["instruction_sets"] = ["avx2"]
        worse, unjudged = script.judge(new, BASELINE)
        self.assertEqual(worse, [])
        self.assertEqual(len(unjudged), 1)
        new["instructions_per_notification"]["verify/jobs:1"] = 1100.0
        self.assertEqual(len(script.judge(new, BASELINE)[0]), 1)

    def test_instructions_are_not_judged_between_processors_that_valgrind_tells_apart(self):
        new = changed("instructions_per_notification", "verify/jobs:1", 2000.0)
        new["instruction_sets"] = ["sha_ni"]
        worse, unjudged = script.judge(new, BASELINE)
        self.assertEqual(worse, [])
        self.assertEqual(len(unjudged), 2)

    def test_other_versions_are_not_judged_by_instructions_and_that_is_told(self):
        new = changed("instructions_per_notification", "verify/jobs:1", 2000.0)
        new["versions"]["openssl"] = "3.5.0"
        worse, unjudged = script.judge(new, BASELINE)
        self.assertEqual(worse, [])
        self.assertIn("openssl", unjudged[0])

    def test_the_verdict_is_printed(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.assertTrue(script.tell([], []))
            self.assertFalse(script.tell(["a"], ["b"]))
        self.assertEqual(output.getvalue(), "no regression\nnot judged: b\nworse: a\n")


class SettlingTests(unittest.TestCase):
    def settle(self, present, *later):
        """Settles with these ratios of later measurements; gives how many were made."""
        reports = [{"context": {"instruction_sets": [], "versions": {}},
                    "benchmarks": [{"name": name, "ratio": ratio, "allocations_per_record": 0}
                                   for name, ratio in ratios.items()]} for ratios in later]
        with unittest.mock.patch.object(script, "measure", side_effect=reports) as measure:
            with contextlib.redirect_stdout(io.StringIO()):
                script.settle("program", None, present, BASELINE)
        return measure.call_count

    def test_noise_goes_away(self):
        present = changed("ratios", "verify/jobs:1", 6.0)
        self.assertEqual(self.settle(present, {"verify/jobs:1": 11.5}), 1)
        self.assertEqual(script.judge(present, BASELINE)[0], [])

    def test_a_regression_stays(self):
        present = changed("ratios", "verify/jobs:1", 6.0)
        self.assertEqual(self.settle(present, {"verify/jobs:1": 6.5}, {"verify/jobs:1": 6.2}), script.MOST_REPEATS)
        self.assertEqual(script.judge(present, BASELINE)[0], ["verify/jobs:1: ratio 6.50, was 12.00"])

    def test_allocations_are_measured_again_too(self):
        present = changed("allocations_per_record", "stage/sha256", 9.0)
        self.assertEqual(self.settle(present, {"stage/sha256": 4.0}), 1)
        self.assertEqual(present["allocations_per_record"]["stage/sha256"], 0)

    def settle_counts(self, present, *later):
        """Settles with these counts of later corpora; gives how many were counted."""
        with unittest.mock.patch.object(script, "count_instructions", side_effect=later) as count:
            with contextlib.redirect_stdout(io.StringIO()):
                script.settle_counts("program", present, BASELINE)
        return count.call_count

    def test_a_dear_corpus_is_no_regression(self):
        before = BASELINE["instructions_per_notification"]["verify/jobs:1"]
        present = changed("instructions_per_notification", "verify/jobs:1", before * 1.045)
        self.assertEqual(self.settle_counts(present, {"verify/jobs:1": before * 1.01}), 1)
        self.assertEqual(script.judge(present, BASELINE)[0], [])

    def test_ten_per_cent_more_stay_a_regression(self):
        before = BASELINE["instructions_per_notification"]["verify/jobs:1"]
        present = changed("instructions_per_notification", "verify/jobs:1", before * 1.1)
        later = [{"verify/jobs:1": before * 1.09}] * script.MOST_REPEATS
        self.assertEqual(self.settle_counts(present, *later), script.MOST_REPEATS)
        self.assertEqual(len(script.judge(present, BASELINE)[0]), 1)
        self.assertEqual(self.settle_counts(copy.deepcopy(BASELINE)), 0)

    def test_nothing_is_measured_again_without_need(self):
        self.assertEqual(self.settle(copy.deepcopy(BASELINE)), 0)


class BaselineTests(unittest.TestCase):
    def test_a_baseline_is_the_lowest_of_several_runs(self):
        runs = [changed("ratios", "stage/sha256", ratio) for ratio in (9.0, 4.0, 3.9)]
        runs[1]["allocations_per_record"]["stage/sha256"] = 8.5
        found = script.most_lenient(runs[0], runs[1:])
        self.assertEqual(found["ratios"], {"verify/jobs:1": 12.0, "stage/sha256": 3.9})
        self.assertEqual(found["allocations_per_record"]["stage/sha256"], 8.5)
        self.assertEqual(found["instructions_per_notification"], BASELINE["instructions_per_notification"])

    def test_what_only_some_runs_have_is_in_no_baseline(self):
        found = script.most_lenient(copy.deepcopy(BASELINE), [changed("ratios", "stage/sha256", None)])
        self.assertEqual(list(found["ratios"]), ["verify/jobs:1"])


class ReportTests(unittest.TestCase):
    def test_no_report_names_a_machine_or_a_place(self):
        report = {"context": {"host_name": "secret-host", "executable": "/secret/place/bench", "num_cpus": 2},
                  "benchmarks": [{"name": "stage/lz4/iterations:5/manual_time",
                                  "run_name": "stage/lz4/iterations:5/manual_time", "ratio": 1.5}]}
        cleaned = script.cleaned(report)
        self.assertNotIn("secret", json.dumps(cleaned))
        self.assertEqual([cleaned["benchmarks"][0][name] for name in ("name", "run_name")], ["stage/lz4"] * 2)
        self.assertIn("versions", cleaned["context"])

    def test_a_failed_benchmark_is_in_no_baseline(self):
        report = {"context": {"instruction_sets": [], "versions": {}},
                  "benchmarks": [{"name": "a", "error_occurred": True, "error_message": "differs"},
                                 {"name": "b", "ratio": 2.0, "allocations_per_record": 1.0}]}
        self.assertEqual(script.as_baseline(report, {})["ratios"], {"b": 2.0})


if __name__ == "__main__":
    unittest.main()

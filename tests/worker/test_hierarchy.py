"""Which control groups a host lets us make, from what it says is mounted."""

from pathlib import Path

from worker.hierarchy import Hierarchies, find_hierarchies


def tree(place: Path, **files: str) -> Path:
    place.mkdir()
    for name, text in files.items():
        (place / name.replace("_", ".", 1)).write_text(text)
    return place


def test_version_1_has_a_tree_for_each_controller_or_two(tmp_path: Path) -> None:
    both, frozen = tree(tmp_path / "cpu,cpuacct"), tree(tmp_path / "freezer")
    found = find_hierarchies(
        f"cgroup {both} cgroup rw,nosuid,cpu,cpuacct 0 0\n"
        f"cgroup {frozen} cgroup rw,freezer 0 0\n"
        "tmpfs /tmp tmpfs rw 0 0\n"
    )
    assert found == Hierarchies({"cpu": both, "cpuacct": both, "freezer": frozen})
    assert set(found.roots()) == {both, frozen}
    assert found.freezes
    assert not found.limits("memory")


def test_version_2_passes_on_the_controllers_that_it_has(tmp_path: Path) -> None:
    root = tree(tmp_path / "cgroup", cgroup_subtree_control="cpu cpuset memory pids\n")
    found = find_hierarchies(f"cgroup2 {root} cgroup2 rw,nsdelegate 0 0\n")
    assert found == Hierarchies(
        unified=root, controllers=frozenset({"cpu", "cpuset", "memory", "pids"})
    )
    assert found.freezes
    assert found.limits("memory")


def test_version_2_is_asked_to_pass_on_what_it_does_not_yet(tmp_path: Path) -> None:
    root = tree(tmp_path / "cgroup", cgroup_subtree_control="memory\n")
    find_hierarchies(f"cgroup2 {root} cgroup2 rw 0 0\n")
    assert (root / "cgroup.subtree_control").read_text() == "+pids"


def test_a_controller_that_is_used_elsewhere_limits_nothing(tmp_path: Path) -> None:
    root = tree(tmp_path / "unified")
    (root / "cgroup.subtree_control").mkdir()  # nothing can be written there
    found = find_hierarchies(f"cgroup2 {root} cgroup2 rw 0 0\n")
    assert found == Hierarchies(unified=root)
    assert not found.limits("pids")


def test_a_hybrid_host_is_one_of_version_1(tmp_path: Path) -> None:
    first, root = tree(tmp_path / "first"), tree(tmp_path / "unified")
    found = find_hierarchies(
        f"cgroup2 {root} cgroup2 rw 0 0\ncgroup {first} cgroup rw,freezer,cpuacct 0 0\n"
    )
    assert found == Hierarchies({"freezer": first, "cpuacct": first})


def test_a_place_with_a_space_is_found(tmp_path: Path) -> None:
    place = tree(tmp_path / "a b")
    found = find_hierarchies(f"cgroup {tmp_path}/a\\040b cgroup rw,pids 0 0\n")
    assert found.first == {"pids": place}


def test_what_is_not_there_or_not_ours_is_left_out(tmp_path: Path) -> None:
    found = find_hierarchies(f"cgroup {tmp_path}/none cgroup rw,pids 0 0\n")
    assert found == Hierarchies()
    assert found.roots() == ()
    assert not found.freezes

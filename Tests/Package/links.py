#!/usr/bin/env python3
"""Says which targets and packages each program is built from, and which traits each library needs. Fails
if a program is built from more than it may be (the prompt on the embedded bank builds and links no network
code), and if a package without traits makes its adopters resolve more than it has to.

    swift package dump-package | Tests/Package/links.py
"""

import json
import sys

# What a program may be built from besides the targets of this package. A package that is not listed
# here has to be justified first: each is fetched, built and linked by everybody who wants a prompt.
ALLOWED = {
    "flowline": {"swift-argument-parser", "grdb.swift"},
    "Approval": {"swift-argument-parser"},
    "Book": {"swift-argument-parser"},
    "Onboarding": {"swift-argument-parser"},
    "Raffle": {"swift-argument-parser"},
    "Greeting": set(),
}

# What every adopter resolves, whichever traits it has.
RESOLVED_BY_ALL = {"swift-argument-parser"}


def dependencies(target):
    """The names of a target's own targets, and of the packages of its products."""
    targets, packages = set(), set()
    for dependency in target["dependencies"]:
        if "product" in dependency:
            packages.add(dependency["product"][1].lower())
        else:
            targets.add(next(iter(dependency.values()))[0])
    return targets, packages


def closure(package, roots):
    """All the targets that some are built from, themselves included, and all the packages."""
    known = {target["name"]: target for target in package["targets"]}
    targets, packages, waiting = set(), set(), list(roots)
    while waiting:
        name = waiting.pop()
        if name in targets:
            continue
        targets.add(name)
        more, outside = dependencies(known[name])
        packages |= outside
        waiting += more
    return targets, packages


def traits(target):
    """The traits that a target needs; None for a product that is fetched without any."""
    conditions = [dependency["product"][3] for dependency in target["dependencies"]
                  if "product" in dependency]
    return {trait for condition in conditions
            for trait in (condition or {}).get("traits") or [None]}


def check_traits(package):
    """Says which traits the libraries need; returns whether a package is fetched without a trait."""
    known = {target["name"]: target for target in package["targets"]}
    enabled = {trait["name"]: trait["enabledTraits"] for trait in package["traits"]}
    needs = {}
    for product in package["products"]:
        if "library" not in product["type"]:
            continue
        needed = {trait for name in closure(package, product["targets"])[0]
                  for trait in traits(known[name])} - {None}
        implied = {other for trait in needed for other in enabled[trait]}
        needs.setdefault(" and ".join(sorted(needed - implied)), []).append(product["name"])
    for needed, names in sorted(needs.items()):
        print(f"{'trait ' + needed if needed else 'no trait'}: {', '.join(names)}")
    without = {dependency["product"][1] for target in package["targets"]
               for dependency in target["dependencies"]
               if "product" in dependency and not (dependency["product"][3] or {}).get("traits")}
    for name in sorted(without - RESOLVED_BY_ALL):
        print(f"{name} is resolved by everybody: give its products a trait in Package.swift")
    return bool(without - RESOLVED_BY_ALL)


def main():
    package = json.load(sys.stdin)
    roots = {target["name"]: [target["name"]] for target in package["targets"]
             if target["type"] == "executable"}
    roots.update({product["name"]: product["targets"] for product in package["products"]})
    bad = check_traits(package)
    for name, allowed in ALLOWED.items():
        if name not in roots:
            print(f"{name}: there is no such program")
            bad = True
            continue
        targets, packages = closure(package, roots[name])
        print(f"{name}: {len(targets)} targets and {', '.join(sorted(packages)) or 'no package'}")
        for package_name in sorted(packages - allowed):
            users = sorted(target for target in targets
                           if package_name in dependencies(
                               next(t for t in package["targets"] if t["name"] == target))[1])
            print(f"{name} must not be built from {package_name}, which {', '.join(users)} uses")
            bad = True
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Builds one site of documentation for all the libraries of the package, without a warning.

    site.py [--swift COMMAND] [OUTPUT]

The compiler writes what is public in each module (its symbol graph), `docc` of the toolchain makes an
archive of each library with the articles of its `.docc` catalogue, and merges them. Neither a network
nor a plug-in is needed; modules that are built already are not built again.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path


def read(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def libraries(package):
    """The names and folders of the library targets, each behind those that it depends on, so that links
    between modules find their target."""
    targets = {target["name"]: target for target in package["targets"]}
    wanted = {name for product in package["products"] if "library" in product["type"]
              for name in product["targets"]}
    ordered = {}

    def visit(name):
        if name in ordered or name not in targets:
            return
        for dependency in targets[name]["dependencies"]:
            visit(next(iter(dependency.values()))[0])
        ordered[name] = Path(targets[name].get("path") or f"Sources/{name}")

    for name in sorted(wanted):
        visit(name)
    return {name: path for name, path in ordered.items() if name in wanted}


def symbol_graphs(swift):
    """The folder with a symbol graph of every module; those of modules that are gone are not in it."""
    folder = Path(read(swift, "build", "--show-bin-path").strip()).parent / "symbolgraph"
    shutil.rmtree(folder, ignore_errors=True)
    dumped = subprocess.run(
        [swift, "package", "dump-symbol-graph", "--minimum-access-level", "public",
         "--skip-synthesized-members"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if dumped.returncode != 0:
        sys.exit(dumped.stdout)
    return folder


def graphs_of(name, folder):
    """The symbol graphs of a module: its own, and those of what it adds to other modules."""
    return [*folder.glob(f"{name}.symbols.json"), *folder.glob(f"{name}@*.symbols.json")]


# A whole comment that repeats what the name or the type says: “The day.” does not say which one.
REPETITION = re.compile(
    r"(a|an|the|its|their) (amount|category|date|day|id|key|kind|name|status|type|value)\.?",
    re.IGNORECASE)


def lack(comment):
    """What is missing in the comment of a declaration, which is None if it has none; None if it is good."""
    if comment is None:
        return "has no comment"
    text = " ".join(line["text"].strip() for line in comment["lines"]).strip()
    return f"says only “{text}”" if REPETITION.fullmatch(text) else None


def undocumented(name, folder):
    """The declarations of a module without a comment, such as cases, which the linter passes over, and
    those with a comment that says too little; a witness has the comment of its protocol."""
    for graph in graphs_of(name, folder):
        for symbol in json.loads(graph.read_bytes())["symbols"]:
            if "location" in symbol and (missing := lack(symbol.get("docComment"))):
                path = symbol["location"]["uri"].removeprefix(f"file://{Path.cwd()}/")
                line = symbol["location"]["position"]["line"] + 1
                yield f"{path}:{line}: {'.'.join(symbol['pathComponents'])} {missing}"


def convert(docc, name, source, graphs, work, archives):
    """Makes the archive of one module; returns nothing if there is a fault, or a warning."""
    own_graphs = work / "graphs" / name
    own_graphs.mkdir(parents=True)
    for graph in graphs_of(name, graphs):
        shutil.copy(graph, own_graphs)
    archive = work / f"{name}.doccarchive"
    converted = subprocess.run(
        [docc, "convert", *source.glob("*.docc"), "--additional-symbol-graph-dir", own_graphs,
         "--fallback-display-name", name, "--fallback-bundle-identifier", name,
         "--fallback-default-module-kind", "Library", "--output-path", archive,
         "--transform-for-static-hosting", "--enable-experimental-external-link-support",
         *(f"--dependency={other}" for other in archives), "--warnings-as-errors"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if converted.returncode != 0:
        print(converted.stdout, file=sys.stderr)
        return None
    return archive


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--swift", default="swift")
    arguments.add_argument("output", nargs="?", type=Path, default=Path(".build/docs"))
    options = arguments.parse_args()

    docc = Path(shutil.which(options.swift)).with_name("docc")
    package = json.loads(read(options.swift, "package", "dump-package"))
    graphs = symbol_graphs(options.swift)

    work = options.output.with_name(f"{options.output.name}-archives")
    shutil.rmtree(work, ignore_errors=True)
    archives, failed = [], []
    for name, source in libraries(package).items():
        bare = list(undocumented(name, graphs))
        if not (source / f"{name}.docc" / f"{name}.md").exists():
            bare.append(f"{source}: {name}.docc/{name}.md, which says what the library is for, is missing")
        print(*bare, sep="\n", end="\n" if bare else "", file=sys.stderr)
        archive = convert(docc, name, source, graphs, work, archives)
        if bare or not archive:
            failed.append(name)
        if archive:
            archives.append(archive)
    if failed:
        sys.exit(f"The documentation of {', '.join(failed)} has faults.")

    shutil.rmtree(options.output, ignore_errors=True)
    subprocess.run(
        [docc, "merge", *archives, "--synthesized-landing-page-name", package["name"].capitalize(),
         "--output-path", options.output], check=True, stdout=subprocess.PIPE)
    shutil.rmtree(work)
    print(f"{len(archives)} libraries are in {options.output}. To read them: python3 -m http.server "
          f"--directory {options.output} 8000, then open http://localhost:8000/documentation")


if __name__ == "__main__":
    main()

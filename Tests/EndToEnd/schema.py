"""As much of JSON Schema (draft 2020-12) as the command's own schemas use."""

import re

KNOWN = {"$schema", "$comment", "title", "description", "examples", "default", "writeOnly", "format",
         "formatMinimum", "formatMaximum", "x-flowline"}
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "null": type(None)}


def faults(value, schema, place="it"):
    """What is wrong with a value; a word of the schema that is not known here is wrong as well."""
    # What is of another type has no members or limits to look at.
    found = check_type(value, schema["type"], place) if "type" in schema else []
    if found:
        return found
    for word, rule in schema.items():
        if word in KNOWN or word == "additionalProperties":
            continue
        check = globals().get("check_" + word)
        if check is None:
            found.append(f"{place}: the schema says {word}, which is not known here")
        else:
            found += check(value, rule, place)
    if schema.get("additionalProperties") is False and isinstance(value, dict):
        for name in value.keys() - schema.get("properties", {}).keys():
            found.append(f"{place}: {name} is too much")
    return found


def check_type(value, rule, place):
    names = rule if isinstance(rule, list) else [rule]
    fits = any(isinstance(value, TYPES[name]) and (name != "integer" or value is not True)
               for name in names)
    return [] if fits else [f"{place}: {value!r} is no {rule}"]


def check_properties(value, rule, place):
    return [fault for name, schema in rule.items() if isinstance(value, dict) and name in value
            for fault in faults(value[name], schema, f"{place}.{name}")]


def check_required(value, rule, place):
    return [f"{place}: {name} is missing" for name in rule if name not in value]


def check_enum(value, rule, place):
    return [] if value in rule else [f"{place}: {value!r} is none of {rule}"]


def check_const(value, rule, place):
    return [] if value == rule else [f"{place}: {value!r} is not {rule!r}"]


def check_oneOf(value, rule, place):
    fitting = [schema for schema in rule if not faults(value, schema)]
    return [] if len(fitting) == 1 else [f"{place}: {value!r} fits {len(fitting)} of {rule}"]


def check_anyOf(value, rule, place):
    return [] if any(not faults(value, one) for one in rule) else [f"{place}: {value!r} fits none"]


def check_items(value, rule, place):
    return [fault for one in value for fault in faults(one, rule, place + "[]")]


def check_prefixItems(value, rule, place):
    return [fault for one, schema in zip(value, rule) for fault in faults(one, schema, place + "[]")]


def check_minItems(value, rule, place):
    return [] if len(value) >= rule else [f"{place}: too short a list"]


def check_maxItems(value, rule, place):
    return [] if len(value) <= rule else [f"{place}: too long a list"]


def check_uniqueItems(value, rule, place):
    return [] if len({str(one) for one in value}) == len(value) else [f"{place}: the same twice"]


def check_minimum(value, rule, place):
    return [] if value >= rule else [f"{place}: {value} is too low"]


def check_maximum(value, rule, place):
    return [] if value <= rule else [f"{place}: {value} is too high"]


def check_minLength(value, rule, place):
    return [] if len(value) >= rule else [f"{place}: too short"]


def check_maxLength(value, rule, place):
    return [] if len(value) <= rule else [f"{place}: too long"]


def check_pattern(value, rule, place):
    return [] if re.search(rule, value) else [f"{place}: {value!r} does not match"]

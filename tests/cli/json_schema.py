"""json_schema.py: the part of JSON Schema (2020-12) that docs/bench-schema.json uses.

A keyword that is not known here is an error, so that the schema cannot say more than is checked.
"""

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
NOTES = {"$schema", "$defs", "title", "description"}


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def problems(value, schema, root=None, where="$", strict=False):
    """Every violation as "path: reason". With `strict`, keys that the schema does not describe count too."""
    root = root or schema
    found = []
    is_number = has_type(value, "number")
    for keyword, wanted in schema.items():
        if keyword == "$ref":
            target = root
            for part in wanted.removeprefix("#/").split("/"):
                target = target[part]
            found += problems(value, target, root, where, strict)
        elif keyword == "type":
            names = wanted if isinstance(wanted, list) else [wanted]
            if not any(has_type(value, name) for name in names):
                found.append(f"{where}: {value!r} is not {' or '.join(names)}")
        elif keyword in ("const", "enum"):
            allowed = wanted if keyword == "enum" else [wanted]
            if value not in allowed:
                found.append(f"{where}: {value!r} is not one of {allowed}")
        elif keyword == "minimum":
            if is_number and value < wanted:
                found.append(f"{where}: {value} is below {wanted}")
        elif keyword == "exclusiveMinimum":
            if is_number and value <= wanted:
                found.append(f"{where}: {value} is not above {wanted}")
        elif keyword in ("minItems", "maxItems"):
            if isinstance(value, list) and (len(value) < wanted if keyword == "minItems" else len(value) > wanted):
                found.append(f"{where}: has {len(value)} items")
        elif keyword == "items":
            for index, item in enumerate(value if isinstance(value, list) else []):
                found += problems(item, wanted, root, f"{where}[{index}]", strict)
        elif keyword == "required":
            found += [f"{where}: {key} is missing" for key in wanted if isinstance(value, dict) and key not in value]
        elif keyword == "properties":
            for key, item in (value if isinstance(value, dict) else {}).items():
                if key in wanted:
                    found += problems(item, wanted[key], root, f"{where}.{key}", strict)
                elif strict:
                    found.append(f"{where}: {key} is not described")
        elif keyword not in NOTES:
            raise ValueError(f"the schema keyword {keyword} is not known here")
    return found

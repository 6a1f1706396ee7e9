"""Cookies of visitors that a test knows beforehand: the server finds the key of them in its folder."""

import base64
import hashlib
import hmac
import json
import os

KEY = bytes(range(32))
# What the cookie is called at a server with this key; at others it has other digits at its end.
PREFIX = "flowline-visitor-"
NAME = PREFIX + hmac.new(KEY, b"name", hashlib.sha256).hexdigest()[:8]


def plant(data):
    """Has a server with this folder know the key, unless it has one already."""
    folder = os.path.join(data, "values", "seal")
    for path in (data, os.path.dirname(folder), folder):
        os.makedirs(path, mode=0o700, exist_ok=True)
    path = os.path.join(folder, "vvisitors")
    if os.path.exists(path):
        return
    text = json.dumps({"name": "visitors", "bytes": base64.b64encode(KEY).decode()})
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)


def cookie(identity, number=0):
    """The cookie of an identity, 32 hexadecimal digits, that was renewed so often."""
    code = hmac.new(KEY, f"{identity}.{number}".encode(), hashlib.sha256).digest()
    return f"{identity}.{number}.{base64.b64encode(code).decode()}"


def found(cookies):
    """The value of the visitor's cookie among a browser's, at whatever server."""
    return next(value for name, value in cookies.items() if name.startswith(PREFIX))


def user(cookie):
    """The name of a cookie's user."""
    return "visitor-" + hashlib.sha256(cookie.split(".")[0].encode()).hexdigest()[:32]

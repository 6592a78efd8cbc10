"""OpenStack Swift with its S3 gateway as one process over one folder.

usage: serve-swift.py FOLDER KEY SECRET REGION, where KEY is ACCOUNT:USER. It prints its port and exits when stdin closes.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

folder, key, secret, region = sys.argv[1:5]
account, user = key.split(":")
os.makedirs(f"{folder}/disk/one")

with open(f"{folder}/swift.conf", "w") as file:
    file.write(
        "[swift-hash]\nswift_hash_path_suffix = quad\n"
        "[storage-policy:0]\nname = one\ndefault = yes\n"
    )
utils.set_swift_dir(folder)


class Cache:
    """The part of the memcached client that Swift uses."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)


cache = Cache()


def listen():
    return eventlet.listen(("127.0.0.1", 0))


def serve(name, socket, text):
    path = f"{folder}/{name}.conf"
    with open(path, "w") as file:
        file.write(text)
    app = loadapp(path, global_conf={"log_name": name})

    def with_cache(environ, start_response):
        environ["swift.cache"] = cache
        return app(environ, start_response)

    options = {"log_output": False, "capitalize_response_headers": False}
    eventlet.spawn(wsgi.server, socket, with_cache, protocol=SwiftHttpProtocol, **options)


sockets = {kind: listen() for kind in ("account", "container", "object")}

for kind, socket in sockets.items():
    ring = RingBuilder(1, 1, 1)
    address = {"ip": "127.0.0.1", "port": socket.getsockname()[1]}
    device = {"region": 1, "zone": 1, "weight": 1, "device": "one"}
    ring.add_dev({**device, **address})
    ring.rebalance()
    ring.get_ring().save(f"{folder}/{kind}.ring.gz")

for kind, socket in sockets.items():
    serve(
        kind,
        socket,
        f"""
[DEFAULT]
swift_dir = {folder}
devices = {folder}/disk
mount_check = false
log_level = ERROR
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
""",
    )

proxy_socket = listen()
serve(
    "proxy",
    proxy_socket,
    f"""
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth copy slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = {region}
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""",
)

print(proxy_socket.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.buffer.read)

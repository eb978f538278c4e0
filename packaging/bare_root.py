"""A Debian that has only what a bare one has, in a folder: made by debootstrap, entered without network as a normal
user. Needs root, debootstrap and unshare."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

MIRROR = "http://deb.debian.org/debian"
HOME = "/home/storyteller"
USERS = {"storyteller": 1000, "guest": 1001}
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games", "LANG": "C.UTF-8"}


class Failed(Exception):
    """What was tried did not go well; the message is what was printed."""


class BareRoot:
    """One root, as fresh as when it was made.

    Args:
        store: where roots that were made are kept.
        suite: the name of a Debian release.
        packages: what is installed into it beforehand, with network.
    """

    def __init__(self, store: Path, suite: str, kind: str, packages: Sequence[str]) -> None:
        self.suite = suite
        self.path = store / f"{suite}-{kind}"
        self._base = store / suite
        self._packages = sorted(packages)

    def make(self) -> None:
        """Makes it, if none is there that holds these packages. This alone takes network."""
        stamp = self.path.with_name(f"{self.path.name}.packages")
        if self.path.is_dir() and stamp.is_file() and stamp.read_text() == " ".join(self._packages):
            self._empty_homes()
            return
        if not (self._base / "etc" / "debian_version").is_file():
            shutil.rmtree(self._base, ignore_errors=True)
            self._base.parent.mkdir(parents=True, exist_ok=True)
            command = ["debootstrap", "--variant=minbase", self.suite, str(self._base), MIRROR]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(self.path, ignore_errors=True)
        subprocess.run(["cp", "-a", str(self._base), str(self.path)], check=True)
        install = shlex.join(["apt-get", "install", "-q", "-y", "--no-install-recommends", *self._packages])
        script = f"export DEBIAN_FRONTEND=noninteractive; apt-get update -q && {install} && apt-get clean"
        for name, number in USERS.items():
            script += f"; useradd --create-home --shell /bin/sh --uid {number} {name}"
        subprocess.run(["chroot", str(self.path), "sh", "-c", script], check=True, stdout=subprocess.DEVNULL)
        stamp.write_text(" ".join(self._packages))

    def _empty_homes(self) -> None:
        for name in USERS:
            home = self.path / "home" / name
            for path in home.iterdir():
                subprocess.run(["rm", "-rf", str(path)], check=True)
        for place in ("tmp", "media"):
            subprocess.run(["find", str(self.path / place), "-mindepth", "1", "-delete"], check=True)

    def run(
        self,
        script: str,
        user: str = "storyteller",
        before: str = "",
        environment: Mapping[str, str] | None = None,
        seconds: int = 600,
    ) -> str:
        """Runs a script of the shell without network, and returns what it printed.

        Args:
            user: "root" for none of the users.
            before: a script that root runs first, in the same world of mounts; $ROOT is the folder.

        Raises:
            Failed: its exit code is not 0.
        """
        mounts = (
            'mount -t proc proc "$ROOT/proc" && mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm" '
            f'&& mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp" {before and "&& " + before}'
        )
        who = [] if user == "root" else [f"--userspec={USERS[user]}:{USERS[user]}"]
        home = "/root" if user == "root" else f"/home/{user}"
        settings = {**ENVIRONMENT, "HOME": home, "USER": user, **(environment or {})}
        if user == "root":
            settings["PATH"] += ":/usr/sbin:/sbin"
        inside = ["chroot", *who, str(self.path), "env", "-i", *(f"{k}={v}" for k, v in settings.items())]
        inside += ["sh", "-e", "-c", f'cd "$HOME" || exit; {script}']
        outer = f"ROOT={shlex.quote(str(self.path))}; {mounts} && exec {shlex.join(inside)}"
        command = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", outer]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=seconds
        )
        if done.returncode:
            raise Failed(f"exit code {done.returncode}\n{done.stdout[-3000:]}")
        return done.stdout

    def base_packages(self) -> str:
        """What dpkg knows of the packages in a Debian that has nothing but its base."""
        return (self._base / "var" / "lib" / "dpkg" / "status").read_text("utf-8")

    def put(self, source: Path, place: str, owner: str = "storyteller") -> None:
        """Copies a file or folder into the root."""
        target = self.path / place.lstrip("/")
        if not target.parent.is_dir():
            target.parent.mkdir(parents=True)
            os.chown(target.parent, USERS[owner], USERS[owner])
        subprocess.run(["rm", "-rf", str(target)], check=True)
        subprocess.run(["cp", "-R", "-P", str(source), str(target)], check=True)
        subprocess.run(["chown", "-R", f"{USERS[owner]}:{USERS[owner]}", str(target)], check=True)

    def get(self, place: str) -> bytes:
        return (self.path / place.lstrip("/")).read_bytes()

    def files(self, place: str) -> set[str]:
        """Every file and folder below a folder, by its path from there."""
        top = self.path / place.lstrip("/")
        found = set()
        for folder, folders, names in os.walk(top):
            found |= {os.path.relpath(os.path.join(folder, name), top) for name in (*folders, *names)}
        return found

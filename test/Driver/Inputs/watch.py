# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: watch.py FOLDER: what `mindc watch` does when its files change."""
import os
import subprocess
import sys
import threading

os.makedirs(sys.argv[1], exist_ok=True)
os.chdir(sys.argv[1])


def write(path, text):
    """As an editor does: a new file in the place of the old one."""
    with open(path + ".new", "w") as file:
        file.write(text)
    os.replace(path + ".new", path)


class Watch:
    def __init__(self, *words):
        self.process = subprocess.Popen(["mindc", "watch", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # A watch that hangs must not hang the suite.
        self.limit = threading.Timer(60, self.process.kill)
        self.limit.start()

    def read_until(self, word):
        for line in self.process.stdout:
            print("  " + line, end="")
            if word in line:
                return
        raise SystemExit(f"the watch ended with {self.process.wait()} before `{word}`")

    def stop(self):
        self.limit.cancel()
        self.process.terminate()
        self.process.wait()


write("a.mind", "let x = 1;\nprint(x);\n")
print("check")
watch = Watch("a.mind")
watch.read_until("exit code")
write("a.mind", "print(y);\n")
watch.read_until("exit code")
os.remove("a.mind")
watch.read_until("exit code")
write("a.mind", "print(2);\n")
watch.read_until("exit code")
watch.stop()

print("run")
watch = Watch("run", "--interpret", "a.mind")
watch.read_until("exit code")
# A run that does not end is ended by a change.
write("a.mind", "print(3);\nloop {}\n")
watch.read_until("[watch] mindc")
write("a.mind", "print(4);\n")
watch.read_until("exit code")
watch.stop()

print("folder")
os.makedirs("folder", exist_ok=True)
write("folder/one.mind", "#[test]\nfn one() {}\n")
watch = Watch("test", "folder")
watch.read_until("exit code")
write("folder/two.mind", "#[test]\nfn two() { assert false; }\n")
watch.read_until("exit code")
watch.stop()

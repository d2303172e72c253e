"""An energy detector as a program beside Peach: the same as kind: energy without a filter, trial for trial."""
import array, json, math, struct, sys


def left_ear(path):
    """The samples of the left ear of a WAV file with 32-bit floating-point numbers."""
    with open(path, "rb") as file:
        content = file.read()
    place, channels = 12, 1
    while True:  # chunks: four letters, a size, and as many bytes
        name, size = struct.unpack_from("<4sI", content, place)
        if name == b"fmt ":
            channels = struct.unpack_from("<H", content, place + 10)[0]
        if name == b"data":
            return array.array("f", content[place + 8 : place + 8 + size])[::channels]
        place += 8 + size + size % 2


for line in sys.stdin:  # one message a line, one answer a line
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["type"] == "start":  # a new listener: forget the last one
        noise, lapse = message["settings"]["noise"], message["settings"].get("lapse", 0)
        words = ["first", "second", "third", "fourth"][: message["task"]["alternatives"]]
    elif message["type"] == "trial":
        sound, (lapsing, guessing, *uniform) = left_ear(message["sound"]), message["uniform"]
        levels = []
        for (first, end), u, v in zip(message["intervals"], uniform[::2], uniform[1::2]):
            energy = math.fsum(x * x for x in sound[first:end])
            normal = math.sqrt(-2 * math.log(1 - u)) * math.cos(2 * math.pi * v)
            levels.append(10 * math.log10(max(energy, 1e-300)) + noise * normal)
        if lapsing < lapse:
            answer["correct"] = guessing * len(words) < 1
        else:
            answer["answer"] = words[levels.index(max(levels))]
    print(json.dumps(answer), flush=True)

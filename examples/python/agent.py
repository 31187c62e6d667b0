"""An agent in Python whose todos are kept by a todo-ledger server. The standard library is all that it needs.

    export TODO_LEDGER=http://127.0.0.1:7410 TODO_LEDGER_TOKEN=$(todo-ledger token agent)
    todo-ledger serve &
    python3 examples/python/agent.py

The model is scripted here: each answer is a text, or calls of tools. In a real agent it is a request that carries
the tools and the instructions of the session.
"""

import json
import os
import time
import urllib.error
import urllib.request
import uuid


class TodoLedger:
    """Asks a server. What was not answered is asked again, under the same key: it happens once."""

    def __init__(self, address, token):
        self.address, self.token = address, token

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        if method == "POST":
            headers["idempotency-key"] = str(uuid.uuid4())
        for attempt in range(10):
            request = urllib.request.Request(self.address + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    raise RuntimeError(json.load(error)["detail"]) from error
            except OSError:
                pass  # the server is gone, or the connection is
            time.sleep(0.1 * 2**attempt)
        raise RuntimeError(f"{self.address} does not answer")


def run_agent(ledger, session, prompt, model, tools):
    """Works on an input until the session gives control back."""
    at = f"/v1/sessions/{session}"
    todo_tools = {tool["name"] for tool in ledger.ask("GET", at)["tools"]}
    trigger, messages = "user", [{"role": "user", "content": prompt}]
    while True:
        ledger.ask("POST", f"{at}/runs", {"trigger": trigger, "text": messages[-1]["content"]})
        answer = None
        while answer is None:
            turn = ledger.ask("POST", f"{at}/turns", {})
            messages += [{"role": "user", "content": text} for text in turn["reminders"]]
            response = model(messages)
            for call, name, given in response.get("calls", []):
                asked = {"turn": turn["turn"], "call": call, "name": name, "input": given}
                if name in todo_tools:
                    result = ledger.ask("POST", f"{at}/calls", asked)["text"]  # a broken rule is a text, too
                else:
                    ledger.ask("POST", f"{at}/calls", asked)
                    ok, result = run_tool(tools[name], given)
                    ledger.ask("POST", f"{at}/results", {"call": call, "ok": ok, "output": result})
                print(f"{name} -> {result}")
                messages.append({"role": "tool", "call": call, "content": result})
            ended = ledger.ask("POST", f"{at}/turns/{turn['turn']}/end", {})
            messages += [{"role": "user", "content": text} for text in ended["reminders"]]
            answer = response.get("text")
        print(f"answer: {answer}")
        following = ledger.ask("POST", f"{at}/runs/end", {"text": answer})
        if following["action"] == "stop":
            return following["reason"]
        print(f"continuation: {following['prompt']}")
        trigger, messages = "continuation", [*messages, {"role": "user", "content": following["prompt"]}]


def run_tool(tool, given):
    try:
        return True, tool(**given)
    except Exception as error:  # what a tool throws, the model reads
        return False, str(error)


def scripted(answers):
    """A model that answers from a script."""
    return lambda _messages: answers.pop(0)


def todos(*items):
    return {"todos": [{"content": content, "status": status} for content, status in items]}


def main():
    ledger = TodoLedger(os.environ["TODO_LEDGER"], os.environ["TODO_LEDGER_TOKEN"])
    session = ledger.ask("POST", "/v1/sessions", {"profile": "todo-list-middleware"})["id"]
    write, test = "Write the login page", "Test it"
    model = scripted(
        [
            {"calls": [("c1", "write_todos", todos((write, "in_progress"), (test, "in_progress")))]},
            {"calls": [("c2", "write_todos", todos((write, "in_progress"), (test, "pending")))]},
            {"calls": [("c3", "write_file", {"path": "login.html", "content": "<form>"})]},
            {"calls": [("c4", "write_todos", todos((write, "completed"), (test, "in_progress")))]},
            {"text": "The page is there."},
            {"calls": [("c5", "write_todos", todos((write, "completed"), (test, "completed")))]},
            {"text": "It is there, and tested."},
        ]
    )
    tools = {"write_file": lambda path, content: f"{len(content)} characters written to {path}"}
    reason = run_agent(ledger, session, "Add a login page and test it", model, tools)
    print(f"over: {reason}")
    for completion in ledger.ask("GET", f"/v1/sessions/{session}/audit")["completions"]:
        print(f"{completion['text']}: {completion['verdict']}")


if __name__ == "__main__":
    main()

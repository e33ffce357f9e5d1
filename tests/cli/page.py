"""page.py: what a report page holds, read as a browser would."""

import base64
import json
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link", "path", "circle", "rect"}


class Page(HTMLParser):
    """Elements in their order; fails on tags that are not closed in their turn."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements = []  # tag, attributes, text inside
        self.open = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])
        if tag not in VOID:
            self.open.append(self.elements[-1])

    def handle_startendtag(self, tag, attrs):
        self.elements.append([tag, dict(attrs), ""])

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.open and self.open[-1][0] == tag, f"</{tag}> inside {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element[2] += data

    def all(self, tag, **attributes):
        """Elements of this tag; class_="x" wants the class among others."""
        wanted_class = attributes.pop("class_", None)
        return [element for element in self.elements
                if element[0] == tag and all(element[1].get(key) == value for key, value in attributes.items())
                and (wanted_class is None or wanted_class in (element[1].get("class") or "").split())]

    def section(self, name):
        """Text of a section."""
        return self.all("section", id=name)[0][2]

    def charts(self):
        return [json.loads(element[2]) for element in self.all("script", type="application/json")]

    def scripts(self):
        return [element[2] for element in self.all("script") if "type" not in element[1]]

    def downloads(self):
        """Files inside the page: name and bytes."""
        prefix = "data:application/json;base64,"
        return {element[1]["download"]: base64.b64decode(element[1]["href"].removeprefix(prefix), validate=True)
                for element in self.all("a") if "download" in element[1]}

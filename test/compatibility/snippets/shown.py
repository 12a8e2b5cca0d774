import json


def show(rows):
    """Prints the rows."""
    for row in rows:
        print(json.dumps([None if cell != cell else cell for cell in row], default=str))

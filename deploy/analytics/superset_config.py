import os

SECRET_KEY = os.environ["SUPERSET_SECRET_KEY"]
# Lakhs and crores.
D3_FORMAT = {
    "decimal": ".",
    "thousands": ",",
    "grouping": [3, 2, 2, 2, 2, 2],
    "currency": ["₹", ""],
}

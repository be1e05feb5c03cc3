# %% [markdown]
# # A brokerage in Parquet files
#
# What `npm run ops -- export parquet` has written, read by DuckDB: `pip install duckdb`. The
# working database is not asked anything. Views and columns are those of `docs/analytics.md`, so
# every question there works here as well.

# %%
import json
import os
import sys
from pathlib import Path

import duckdb

given = [argument for argument in sys.argv[1:] if Path(argument, "manifest.json").is_file()]
folder = Path(given[0] if given else os.environ.get("PARQUET_DIR", "parquet")).resolve()
manifest = json.loads((folder / "manifest.json").read_text())

book = duckdb.connect()
# "Today" is the brokerage's, wherever this runs.
book.execute("SET TimeZone = 'Asia/Kolkata'")
book.execute("CREATE SCHEMA analytics")


def view_of(name, files):
    path = str(folder / files).replace("'", "''")
    # A file of before a column was added has nulls there.
    book.execute(
        f"CREATE VIEW analytics.{name} AS FROM read_parquet('{path}', union_by_name = true)"
    )


for name in manifest["views"]:
    view_of(name, f"views/{name}.parquet")
if manifest["events"]["files"]:
    view_of("events", "events/*.parquet")


def ask(question):
    """Prints the answer of a question in SQL, and gives it back."""
    answer = book.sql(question)
    if answer is not None:
        print(answer)
    return answer


print(f"As it was on {manifest['exportedAt']}, up to {manifest['position']}")

# %% [markdown]
# ## How much business is there?

# %%
ask("""
    SELECT kind, count(*) AS policies, sum(yearly_premium) AS yearly_premium
    FROM analytics.policies WHERE status = 'active' GROUP BY kind ORDER BY kind
""")

# %% [markdown]
# ## Does it grow? Premium by month, and what of it is new

# %%
ask("""
    SELECT month, sum(yearly_premium) AS yearly_premium, sum(terms - renewals) AS new_terms,
      sum(sum(yearly_premium)) OVER (ORDER BY month ROWS 11 PRECEDING) AS of_twelve_months
    FROM analytics.premium_by_month WHERE month <= current_date
    GROUP BY month ORDER BY month DESC LIMIT 12
""")

# %% [markdown]
# ## Who stays? Renewals by insurer

# %%
ask("""
    SELECT insurer, count(*) AS ended, round(100.0 * avg((outcome = 'renewed')::int), 1) AS percent,
      median(days_before_end) AS days_before_end
    FROM analytics.renewals WHERE ends_on < current_date
    GROUP BY insurer ORDER BY ended DESC, insurer LIMIT 10
""")

# %% [markdown]
# ## What is done, by whom, and when? From the log

# %%
if manifest["events"]["files"]:
    ask("""
        SELECT done_by, role, count(*) AS events, count(DISTINCT batch) AS bulk_changes,
          mode(hour(occurred_at)) AS busiest_hour
        FROM analytics.events GROUP BY done_by, role ORDER BY events DESC
    """)

# %% [markdown]
# ## How long does a quotation take to become a policy?
#
# The log knows both moments, which no list shows.

# %%
if manifest["events"]["files"]:
    ask("""
        WITH moments AS (
          SELECT record_id,
            min(occurred_at) FILTER (type = 'QuotationCreated') AS created_at,
            min(occurred_at) FILTER (type = 'QuotationConverted') AS converted_at
          FROM analytics.events WHERE category = 'quotation' GROUP BY record_id)
        SELECT count(*) AS quotations, count(converted_at) AS converted,
          median(date_diff('hour', created_at, converted_at)) AS median_hours
        FROM moments WHERE created_at IS NOT NULL
    """)

"""Loads both reports into a DuckDB file with dlt. pip install "dlt[duckdb]" """

import os

import dlt
from dlt.sources.helpers.rest_client.auth import OAuth2ClientCredentials
from dlt.sources.rest_api import rest_api_source

base = os.environ.get("BASE_URL", "http://localhost:8080")


def report(name, amounts):
    return {
        "name": name.replace("-", "_"),
        "write_disposition": "replace",
        # Exact, and one column also where the first amount is a whole number.
        "columns": {amount: {"data_type": "decimal", "precision": 18, "scale": 2} for amount in amounts},
        "endpoint": {
            "path": f"{name}/list",
            "params": {"fromDate": "2026-01-01", "toDate": "2026-12-31", "itemsPerPage": 100},
            "data_selector": "results",
            "paginator": {"type": "page_number", "base_page": 1, "total_path": "pagination.pagesCount"},
        },
    }


source = rest_api_source(
    {
        "client": {
            "base_url": f"{base}/api/v1/external/reports/client/",
            "auth": OAuth2ClientCredentials(
                access_token_url=f"{base}/auth/oauth/token",
                client_id=os.environ["CLIENT_ID"],
                client_secret=os.environ["CLIENT_SECRET"],
            ),
        },
        "resources": [
            report("scheduled-payments", ["amount", "paid_amount"]),
            report("timesheets", ["contract__rate", "statistics__billable_amount"]),
        ],
    }
)
pipeline = dlt.pipeline("client_reporting", destination="duckdb", dataset_name="reports")
pipeline.run(source)

for table, amount in [("scheduled_payments", "paid_amount"), ("timesheets", "statistics__billable_amount")]:
    query = f"""
        select coalesce(contract__team__name, 'no team'), sum({amount})
        from {table} group by 1 order by 1
    """
    print(table)
    with pipeline.sql_client() as client:
        for team, total in client.execute_sql(query):
            print(team, total)

// Excel: Data > Get Data > From Other Sources > Blank Query > Advanced Editor. Choose Anonymous when Excel asks for credentials.
// The secret lies in the workbook in plain text: whoever gets the file, or a copy of it, can read all reports of the company. Use an
// application of its own for each workbook, keep the file where only its users reach it, and have the secret replaced when it was sent on.
let
    Base = "http://localhost:8080",
    ClientId = "CLIENT_ID",
    ClientSecret = "CLIENT_SECRET",
    FromDate = "2026-01-01",
    ToDate = "2026-12-31",

    Answer = Json.Document(Web.Contents(Base, [
        RelativePath = "auth/oauth/token",
        Timeout = #duration(0, 0, 1, 0),
        Headers = [#"Content-Type" = "application/json"],
        Content = Json.FromValue([clientId = ClientId, clientSecret = ClientSecret, grantType = "client_credentials"])
    ])),

    Export = Web.Contents(Base, [
        RelativePath = "api/v1/external/reports/client/scheduled-payments/list",
        Timeout = #duration(0, 0, 10, 0),
        Query = [fromDate = FromDate, toDate = ToDate],
        Headers = [Authorization = "Bearer " & Answer[access_token], Accept = "text/csv"]
    ]),

    Rows = Table.PromoteHeaders(Csv.Document(Export, [Delimiter = ",", Encoding = TextEncoding.Utf8, QuoteStyle = QuoteStyle.Csv])),
    Typed = Table.TransformColumnTypes(
        Rows,
        {{"amount", Currency.Type}, {"paidAmount", Currency.Type}, {"scheduledPaymentOn", type datetimezone}},
        "en-US"
    ),
    // Stays in UTC: Date.From of a datetimezone would be the day in the zone of this machine.
    Payments = Table.TransformColumns(Typed, {{"scheduledPaymentOn", DateTimeZone.RemoveZone, type datetime}})
in
    Payments

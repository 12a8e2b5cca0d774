/** A program that reads what the product answers, and the snippet that runs it. */
export type Program = {
  name: string;
  /** Exact packages of its language, the program itself first; Debian's have the version that the machine has. */
  packages: string[];
  /** A file of `snippets/`. */
  snippet: string;
  /** What a user has to set or to know; shown as it is. */
  set?: string;
};

function program(name: string, packages: string, snippet: string, set?: string): Program {
  return { name, packages: packages.split(' '), snippet, ...(set !== undefined && { set }) };
}

const poi = 'org.apache.poi:poi-ooxml:5.5.1 org.apache.logging.log4j:log4j-core:2.25.2';

export const spreadsheets: Program[] = [
  program('openpyxl', 'openpyxl==3.1.5', 'with-openpyxl.py'),
  program('python-calamine', 'python-calamine==0.9.1', 'with-calamine.py'),
  program(
    'fastexcel',
    'fastexcel==0.21.0 polars==2.1.0 pyarrow==26.0.1',
    'with-fastexcel.py',
    'the table `ReportRows` has no row of totals',
  ),
  program('xlsx2csv', 'xlsx2csv==0.8.6', 'with-xlsx2csv.py'),
  program('pylightxl', 'pylightxl==1.61', 'with-pylightxl.py'),
  program('DuckDB excel', 'duckdb==1.5.5 duckdb-extension-excel==1.5.5', 'with-duckdb-excel.py'),
  program('SheetJS', 'xlsx@0.18.5', 'sheetjs.mjs', '`cellDates: true`; dates are local'),
  program('exceljs', 'exceljs@4.4.0', 'exceljs.mjs'),
  program('exceljs, stream', 'exceljs@4.4.0', 'exceljs-stream.mjs'),
  program('read-excel-file', 'read-excel-file@9.3.17', 'read-excel-file.mjs'),
  program('xlsx-populate', 'xlsx-populate@1.21.0', 'xlsx-populate.mjs'),
  program('excelize', 'github.com/xuri/excelize/v2@v2.11.1', 'excelize.go'),
  program('tealeg/xlsx', 'github.com/tealeg/xlsx/v3@v3.3.13', 'tealeg.go'),
  program('xlsxreader', 'github.com/thedatashed/xlsxreader@v1.2.8', 'xlsxreader.go'),
  program('Apache POI', poi, 'Poi.java'),
  program('fastexcel-reader', 'org.dhatim:fastexcel-reader:0.19.0', 'FastExcel.java'),
  program('excel-streaming-reader', 'com.github.pjfanning:excel-streaming-reader:5.2.0', 'StreamingReaderProgram.java'),
  program('LibreOffice', 'libreoffice-calc-nogui', 'libreoffice.sh'),
  program('Gnumeric', 'gnumeric', 'gnumeric.sh'),
  program('R readxl', 'r-cran-readxl', 'readxl.sh'),
  program(
    'R openxlsx',
    'r-cran-openxlsx',
    'openxlsx.sh',
    'take readxl: a column of days and times confuses `detectDates`',
  ),
  program('Ruby roo', 'ruby-roo', 'roo.sh'),
  program('Perl Spreadsheet::ParseXLSX', 'libspreadsheet-parsexlsx-perl', 'parsexlsx.sh'),
];

/** Each gets the name of the format, and the file. */
export const engines: Program[] = [
  program('DuckDB', 'duckdb==2.0.1 pytz', 'with-duckdb.py', "`set timezone = 'UTC'`"),
  program('ClickHouse (chdb)', 'chdb==4.4.0', 'with-chdb.py', "`toStartOfMonth(time, 'UTC')` or `session_timezone`"),
  program('DataFusion', 'datafusion==55.0.0 pyarrow==26.0.1', 'with-datafusion.py'),
  program('Polars', 'polars==2.1.0', 'with-polars.py'),
  program('PyArrow', 'pyarrow==26.0.1', 'with-pyarrow.py'),
  program('pandas', 'pandas==3.1.1 pyarrow==26.0.1', 'with-pandas.py'),
  program(
    'pandas by fastparquet',
    'fastparquet==2026.9.0 pandas==3.1.1',
    'with-fastparquet.py',
    'round sums to cents: amounts are floats',
  ),
  program('hyparquet', 'hyparquet@1.33.0', 'hyparquet.mjs', 'round sums to cents: amounts are floats'),
  program(
    'apache-arrow with parquet-wasm',
    'apache-arrow@21.2.0 parquet-wasm@0.8.0',
    'apache-arrow.mjs',
    'amounts are cents as text: divide by 100',
  ),
  program(
    'parquet-go',
    'github.com/parquet-go/parquet-go@v0.32.0',
    'parquet-go.go',
    'amounts are cents as int64: divide by 100',
  ),
  program('arrow-go', 'github.com/apache/arrow-go/v18@v18.8.0', 'arrow-go.go'),
  program('Hardwood', 'dev.hardwood:hardwood-core:1.0.1.Final', 'Hardwood.java', 'Java 21'),
  program('csv-parse', 'csv-parse@7.0.3', 'csv-parse.mjs', 'no `cast_date`: it takes "Milestone 3" for a day'),
  program('PapaParse', 'papaparse@5.7.1', 'papaparse.mjs', 'no `dynamicTyping` for ids: 71e3 is a number'),
  program('Jackson CSV', 'tools.jackson.dataformat:jackson-dataformat-csv:3.3.0', 'JacksonCsv.java'),
  program('Miller', 'miller', 'miller.sh'),
  program('SQLite', 'sqlite3', 'sqlite.sh', 'add up in cents: `sum` is a float'),
];

export const accounting: Program[] = [
  program('hledger', 'hledger', 'hledger.sh', 'name `status` otherwise in `fields`'),
  program('Ledger', 'ledger', 'ledger.sh', 'leave out one of `amount` and `paidAmount`'),
  program('Beancount', 'beancount==3.2.3', 'with-beancount.py'),
];

/** Each gets the address of a report, and a token. */
export const retries: Program[] = [
  program(
    'urllib3',
    'urllib3==2.8.0',
    'with-urllib3.py',
    '`status_forcelist=[429, 503]` (a number is for connections only)',
  ),
  program('httpx-retries', 'httpx-retries==0.6.0 httpx==0.28.1', 'with-httpx-retries.py'),
  program('aiohttp-retry', 'aiohttp-retry==2.9.1', 'with-aiohttp-retry.py', '`statuses={429}`, and wait yourself'),
  program('Airbyte', 'airbyte-cdk==7.39.1', 'with-airbyte.py', 'the strategy `WaitTimeFromHeader`'),
  program('dlt', 'dlt==1.31.0', 'with-dlt.py'),
  program('singer-sdk', 'singer-sdk==0.54.9', 'with-singer-sdk.py', '`backoff_wait_generator` from the header'),
  program('got', 'got@16.1.0', 'got.mjs'),
  program('ky', 'ky@2.1.0', 'ky.mjs'),
  program(
    'axios-retry',
    'axios-retry@4.5.0 axios@1.21.1',
    'axios-retry.mjs',
    '`shouldResetTimeout: true`, 429 in `retryCondition`',
  ),
  program('undici RetryAgent', 'undici@8.13.1', 'undici-retry.mjs'),
  program('superagent', 'superagent@10.4.2', 'superagent.mjs', 'wait in the callback of `retry`'),
  program('make-fetch-happen', 'make-fetch-happen@16.0.1', 'make-fetch-happen.mjs'),
  program('go-retryablehttp', 'github.com/hashicorp/go-retryablehttp@v0.7.8', 'retryablehttp.go'),
  program('resty', 'github.com/go-resty/resty/v2@v2.17.2', 'resty.go', '`AddRetryCondition` and `SetRetryAfter`'),
  program(
    'Apache HttpClient 5',
    'org.apache.httpcomponents.client5:httpclient5:5.6.5',
    'HttpClient5.java',
    'it sends POST again, too',
  ),
  program(
    'Spring RestClient',
    'org.springframework:spring-web:7.0.10 org.springframework:spring-core:7.0.10',
    'SpringRetry.java',
    'wait in a `RetryListener`',
  ),
  program(
    'reqwest-retry',
    'reqwest-retry@0.9.1 reqwest-middleware@0.5.2 reqwest@0.13.5 tokio@1.54.1[full]',
    'reqwest-retry.rs',
    'a middleware of your own that waits',
  ),
];

/** Each gets the address of the token endpoint, an id and a secret. */
export const signIns: Program[] = [
  program('Authlib', 'authlib==1.9.10 requests==2.34.2', 'with-authlib.py'),
  program(
    'requests-oauthlib',
    'requests-oauthlib==2.0.0',
    'with-requests-oauthlib.py',
    'call `fetch_token` again when it raises `TokenExpiredError`',
  ),
  program('openid-client', 'openid-client@6.9.0', 'openid-client.mjs'),
  program('simple-oauth2', 'simple-oauth2@5.1.0', 'simple-oauth2.mjs'),
  program('oauth4webapi', 'oauth4webapi@3.8.8', 'oauth4webapi.mjs'),
  program(
    'x/oauth2',
    'golang.org/x/oauth2@v0.38.0',
    'oauth2.go',
    '`AuthStyle: oauth2.AuthStyleInHeader`, or each failure is two requests',
  ),
  program(
    'Spring Security',
    'org.springframework.security:spring-security-oauth2-client:7.1.2',
    'SpringSecurity.java',
    "the reason is in the cause's message; with Apache HttpClient 5 beside it, it waits as asked, for up to a minute",
  ),
  program('oauth2 of Rust', 'oauth2@5.0.0[reqwest-blocking]', 'oauth2.rs'),
];

/** Each gets the address of a report, and two tokens. */
export const caches: Program[] = [
  program('CacheControl', 'CacheControl==0.14.4 requests==2.34.2', 'with-cachecontrol.py'),
  program(
    'hishel',
    'hishel[httpx]==2.0.0',
    'with-hishel.py',
    '`rfc=CacheOptions(shared=False)`: by default it looks at no header, and one token gets the answer of another',
  ),
  program('undici cache', 'undici@8.13.1', 'undici-cache.mjs', 'send `If-None-Match` yourself'),
  program('got', 'got@16.1.0', 'got-cache.mjs', '`cacheOptions: { shared: false }`'),
  program('axios-cache-interceptor', 'axios-cache-interceptor@1.12.3 axios@1.21.1', 'axios-cache.mjs'),
  program('make-fetch-happen', 'make-fetch-happen@16.0.1', 'make-fetch-happen-cache.mjs'),
];

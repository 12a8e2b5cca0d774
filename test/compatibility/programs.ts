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

const python = (name: string, packages: string, snippet: string, set?: string) =>
  program(name, packages, `with-${snippet}.py`, set);
const node = (name: string, packages: string, snippet: string, set?: string) =>
  program(name, packages, `${snippet}.mjs`, set);
const go = (name: string, packages: string, snippet: string, set?: string) =>
  program(name, packages, `${snippet}.go`, set);
const java = (name: string, packages: string, snippet: string, set?: string) =>
  program(name, packages, `${snippet}.java`, set);
const debian = (name: string, packages: string, snippet: string, set?: string) =>
  program(name, packages, `${snippet}.sh`, set);
const rust = (name: string, packages: string, snippet: string, set?: string) =>
  program(name, packages, `${snippet}.rs`, set);

function program(name: string, packages: string, snippet: string, set?: string): Program {
  return { name, packages: packages.split(' '), snippet, ...(set !== undefined && { set }) };
}

const poi = 'org.apache.poi:poi-ooxml:5.5.1 org.apache.logging.log4j:log4j-core:2.25.2';

export const spreadsheets: Program[] = [
  python('openpyxl', 'openpyxl==3.1.5', 'openpyxl'),
  python('openpyxl, read-only', 'openpyxl==3.1.5', 'openpyxl-read-only'),
  python('pandas', 'pandas==3.1.1 openpyxl==3.1.5', 'pandas-excel'),
  python('pandas by calamine', 'pandas==3.1.1 python-calamine==0.9.1', 'pandas-calamine'),
  python('python-calamine', 'python-calamine==0.9.1', 'calamine'),
  python(
    'fastexcel',
    'fastexcel==0.21.0 polars==2.1.0 pyarrow==26.0.1',
    'fastexcel',
    'the table `ReportRows` has no row of totals',
  ),
  python('Polars', 'polars==2.1.0 fastexcel==0.21.0', 'polars-excel', 'the table `ReportRows` has no row of totals'),
  python('xlsx2csv', 'xlsx2csv==0.8.6', 'xlsx2csv'),
  python('pylightxl', 'pylightxl==1.61', 'pylightxl'),
  python('petl', 'petl==1.7.30 openpyxl==3.1.5', 'petl'),
  python('pyexcel-xlsx', 'pyexcel-xlsx==0.6.1 pyexcel-io==0.6.7 openpyxl==3.1.5', 'pyexcel'),
  python('csvkit in2csv', 'csvkit==2.2.0 agate-excel==0.4.2', 'in2csv'),
  python('DuckDB excel', 'duckdb==1.5.5 duckdb-extension-excel==1.5.5', 'duckdb-excel'),
  node('SheetJS', 'xlsx@0.18.5', 'sheetjs', '`cellDates: true`; dates are local'),
  node('exceljs', 'exceljs@4.4.0', 'exceljs'),
  node('exceljs, stream', 'exceljs@4.4.0', 'exceljs-stream'),
  node('read-excel-file', 'read-excel-file@9.3.17', 'read-excel-file'),
  node('xlsx-populate', 'xlsx-populate@1.21.0', 'xlsx-populate'),
  node(
    'xlsx-stream-reader',
    'xlsx-stream-reader@1.1.1',
    'xlsx-stream-reader',
    'it has no inline strings, so no heads and names',
  ),
  go('excelize', 'github.com/xuri/excelize/v2@v2.11.1', 'excelize'),
  go('tealeg/xlsx', 'github.com/tealeg/xlsx/v3@v3.3.13', 'tealeg'),
  go('xlsxreader', 'github.com/thedatashed/xlsxreader@v1.2.8', 'xlsxreader'),
  java('Apache POI', poi, 'Poi'),
  java('fastexcel-reader', 'org.dhatim:fastexcel-reader:0.19.0', 'FastExcel'),
  java('excel-streaming-reader', 'com.github.pjfanning:excel-streaming-reader:5.2.0', 'StreamingReaderProgram'),
  debian('LibreOffice', 'libreoffice-calc-nogui', 'libreoffice'),
  debian('Gnumeric', 'gnumeric', 'gnumeric'),
  debian('R readxl', 'r-cran-readxl', 'readxl'),
  debian('R openxlsx', 'r-cran-openxlsx', 'openxlsx', 'take readxl: a column of days and times confuses `detectDates`'),
  debian('Ruby roo', 'ruby-roo', 'roo'),
  debian('Perl Spreadsheet::ParseXLSX', 'libspreadsheet-parsexlsx-perl', 'parsexlsx'),
];

/** Each gets the name of the format, and the file. */
export const engines: Program[] = [
  python('DuckDB', 'duckdb==2.0.1 pytz', 'duckdb', "`set timezone = 'UTC'`"),
  python('ClickHouse (chdb)', 'chdb==4.4.0', 'chdb', "`toStartOfMonth(time, 'UTC')` or `session_timezone`"),
  python('DataFusion', 'datafusion==55.0.0 pyarrow==26.0.1', 'datafusion'),
  python('Polars', 'polars==2.1.0', 'polars'),
  python('PyArrow', 'pyarrow==26.0.1', 'pyarrow'),
  python('pandas', 'pandas==3.1.1 pyarrow==26.0.1', 'pandas'),
  python(
    'pandas by fastparquet',
    'fastparquet==2026.9.0 pandas==3.1.1',
    'fastparquet',
    'round sums to cents: amounts are floats',
  ),
  node('hyparquet', 'hyparquet@1.33.0', 'hyparquet', 'round sums to cents: amounts are floats'),
  node(
    'apache-arrow with parquet-wasm',
    'apache-arrow@21.2.0 parquet-wasm@0.8.0',
    'apache-arrow',
    'amounts are cents as text: divide by 100',
  ),
  go(
    'parquet-go',
    'github.com/parquet-go/parquet-go@v0.32.0',
    'parquet-go',
    'amounts are cents as int64: divide by 100',
  ),
  go('arrow-go', 'github.com/apache/arrow-go/v18@v18.8.0', 'arrow-go'),
  java('Hardwood', 'dev.hardwood:hardwood-core:1.0.1.Final', 'Hardwood', 'Java 21'),
  node('csv-parse', 'csv-parse@7.0.3', 'csv-parse', 'no `cast_date`: it takes "Milestone 3" for a day'),
  node('PapaParse', 'papaparse@5.7.1', 'papaparse', 'no `dynamicTyping` for ids: 71e3 is a number'),
  java('Jackson CSV', 'tools.jackson.dataformat:jackson-dataformat-csv:3.3.0', 'JacksonCsv'),
  debian('Miller', 'miller', 'miller'),
  debian('SQLite', 'sqlite3', 'sqlite', 'add up in cents: `sum` is a float'),
];

export const accounting: Program[] = [
  debian('hledger', 'hledger', 'hledger', 'name `status` otherwise in `fields`'),
  debian('Ledger', 'ledger', 'ledger', 'leave out one of `amount` and `paidAmount`'),
  python('Beancount', 'beancount==3.2.3', 'beancount'),
];

/** Each gets the address of a report, and a token. */
export const retries: Program[] = [
  python('urllib3', 'urllib3==2.8.0', 'urllib3', '`status_forcelist=[429, 503]` (a number is for connections only)'),
  python('requests', 'requests==2.34.2 urllib3==2.8.0', 'requests', 'an `HTTPAdapter` with the `Retry` of urllib3'),
  python('httpx-retries', 'httpx-retries==0.6.0 httpx==0.28.1', 'httpx-retries'),
  python('aiohttp-retry', 'aiohttp-retry==2.9.1', 'aiohttp-retry', '`statuses={429}`, and wait yourself'),
  python('Airbyte', 'airbyte-cdk==7.39.1', 'airbyte', 'the strategy `WaitTimeFromHeader`'),
  python('dlt', 'dlt==1.31.0', 'dlt'),
  python('singer-sdk', 'singer-sdk==0.54.9', 'singer-sdk', '`backoff_wait_generator` from the header'),
  node('got', 'got@16.1.0', 'got'),
  node('ky', 'ky@2.1.0', 'ky'),
  node(
    'axios-retry',
    'axios-retry@4.5.0 axios@1.21.1',
    'axios-retry',
    '`shouldResetTimeout: true`, 429 in `retryCondition`',
  ),
  node('undici RetryAgent', 'undici@8.13.1', 'undici-retry'),
  node('superagent', 'superagent@10.4.2', 'superagent', 'wait in the callback of `retry`'),
  node('make-fetch-happen', 'make-fetch-happen@16.0.1', 'make-fetch-happen'),
  go('go-retryablehttp', 'github.com/hashicorp/go-retryablehttp@v0.7.8', 'retryablehttp'),
  go('resty', 'github.com/go-resty/resty/v2@v2.17.2', 'resty', '`AddRetryCondition` and `SetRetryAfter`'),
  java(
    'Apache HttpClient 5',
    'org.apache.httpcomponents.client5:httpclient5:5.6.5',
    'HttpClient5',
    'it sends POST again, too',
  ),
  java(
    'Spring RestClient',
    'org.springframework:spring-web:7.0.10 org.springframework:spring-core:7.0.10',
    'SpringRetry',
    'wait in a `RetryListener`',
  ),
  rust(
    'reqwest-retry',
    'reqwest-retry@0.9.1 reqwest-middleware@0.5.2 reqwest@0.13.5 tokio@1.54.1[full]',
    'reqwest-retry',
    'a middleware of your own that waits',
  ),
];

/** Each gets the address of the token endpoint, an id and a secret. */
export const signIns: Program[] = [
  python('Authlib', 'authlib==1.9.10 requests==2.34.2', 'authlib'),
  python(
    'requests-oauthlib',
    'requests-oauthlib==2.0.0',
    'requests-oauthlib',
    'call `fetch_token` again when it raises `TokenExpiredError`',
  ),
  node('openid-client', 'openid-client@6.9.0', 'openid-client'),
  node('simple-oauth2', 'simple-oauth2@5.1.0', 'simple-oauth2'),
  node('oauth4webapi', 'oauth4webapi@3.8.8', 'oauth4webapi'),
  go(
    'x/oauth2',
    'golang.org/x/oauth2@v0.38.0',
    'oauth2',
    '`AuthStyle: oauth2.AuthStyleInHeader`, or each failure is two requests',
  ),
  java(
    'Spring Security',
    'org.springframework.security:spring-security-oauth2-client:7.1.2',
    'SpringSecurity',
    "the reason is in the cause's message; with Apache HttpClient 5 beside it, it waits as asked, for up to a minute",
  ),
  rust('oauth2 of Rust', 'oauth2@5.0.0[reqwest-blocking]', 'oauth2'),
];

/** Each gets the address of a report, and two tokens. */
export const caches: Program[] = [
  python('CacheControl', 'CacheControl==0.14.4 requests==2.34.2', 'cachecontrol'),
  python(
    'hishel',
    'hishel[httpx]==2.0.0',
    'hishel',
    '`rfc=CacheOptions(shared=False)`: by default it looks at no header, and one token gets the answer of another',
  ),
  node('undici cache', 'undici@8.13.1', 'undici-cache', 'send `If-None-Match` yourself'),
  node('got', 'got@16.1.0', 'got-cache', '`cacheOptions: { shared: false }`'),
  node('axios-cache-interceptor', 'axios-cache-interceptor@1.12.3 axios@1.21.1', 'axios-cache'),
  node('make-fetch-happen', 'make-fetch-happen@16.0.1', 'make-fetch-happen-cache'),
];

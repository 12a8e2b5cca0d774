-- How files have a text. Each is one expression, which Postgres puts in the place of its call.

-- CSV by RFC 4180. A spreadsheet would run as a formula what begins with = + - @, at the start of a cell or behind what another spreadsheet takes for
-- a separator, quotes and blanks aside: an apostrophe before it makes it text. Few texts have anything special.
create function reporting.csv_text(value text) returns text language sql immutable parallel safe as $$
  select case
    when value ~ '[",;\t\r\n]|^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@＝＋＠－-]'
    then '"' || replace(regexp_replace(value,
      '(^|[;\t\r\n])(["\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)([=+@\t\r＝＋＠－-])',
      '\1\2''\3', 'g'), '"', '""') || '"'
    else value
  end
$$;

-- XML of a workbook, each line break as a line feed, and what XML can't have replaced. _x41_ would be read as an escape.
create function reporting.workbook_xml(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(
    value, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\r\n?', E'\n', 'g'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]', '�', 'g')
$$;

-- The attribute and the content of a cell. Most readers know plain texts; spreadsheets keep blanks at the ends, line feeds, and what would be read as
-- an escape only in an inline one.
create function reporting.workbook_text(value text) returns text language sql immutable parallel safe as $$
  select case
    when value !~ '[&<>\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
    then ' t="str"><v>' || value || '</v>'
    when value !~ '[\r\n]|_x[0-9A-Fa-f]{4}_|^\s|\s$'
    then ' t="str"><v>' || reporting.workbook_xml(value) || '</v>'
    else ' t="inlineStr"><is><t xml:space="preserve">' || reporting.workbook_xml(value) || '</t></is>'
  end
$$;

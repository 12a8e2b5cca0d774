-- A name as searches compare it: without case and accents, with plain apostrophes, dashes and Latin letters, and with one blank for several or a
-- comma. Most names are ASCII, and are read in a fraction of the time. Letters that become two, and blanks, are replaced one by one: to do so at once
-- takes longer. One expression, which Postgres puts in the place of the call.
create function reporting.plain_name(value text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(
    case when octet_length(value) = length(value) then lower(value collate "C")
      else replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(translate(value, '´', ''''), nfkd),
          '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g') collate "und-x-icu") collate "C",
        'đðħıłøŧ‘’ʼʻ′“”‐‑‒–—−', 'ddhilot''''''''''""------'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
    end,
    '`', ''''), ',', ' '), E'\t', ' '), E'\n', ' '), E'\r', ' '), '  ', ' '), '  ', ' '), '  ', ' ')
$$;

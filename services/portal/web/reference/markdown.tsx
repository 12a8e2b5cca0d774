import { h } from 'preact';
import type { ComponentChildren } from 'preact';
import { Lexer } from 'marked';
import type { MarkedToken, Token, Tokens } from 'marked';

/** Text of the OpenAPI document, as elements: the page's policy allows no HTML of a text. */
export function Markdown({ text }: { text: string | undefined }) {
  if (!text) return null;
  return <div class="markdown">{elements(Lexer.lex(text))}</div>;
}

/** A line of it. */
export function InlineMarkdown({ text = '' }: { text: string | undefined }) {
  return <span>{elements(Lexer.lexInline(text))}</span>;
}

function elements(tokens: Token[] = []): ComponentChildren[] {
  return tokens.map((token) => element(token as MarkedToken));
}

function element(token: MarkedToken): ComponentChildren {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return h(`h${token.depth}`, { id: token.text.toLowerCase().replaceAll(' ', '-') }, elements(token.tokens));
    case 'paragraph':
      return <p>{elements(token.tokens)}</p>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'strong':
    case 'em':
      return h(token.type, null, elements(token.tokens));
    case 'link':
      return <a href={token.href}>{elements(token.tokens)}</a>;
    case 'list':
      return h(
        token.ordered ? 'ol' : 'ul',
        null,
        token.items.map((item) => <li>{elements(item.tokens)}</li>),
      );
    case 'table':
      return <Table table={token} />;
    case 'text':
      return token.tokens ? elements(token.tokens) : token.text;
    default:
      return token.raw;
  }
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map(({ tokens }) => (
            <th>{elements(tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr>
            {row.map(({ tokens }) => (
              <td>{elements(tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { marked } from 'marked';

/** Text of the OpenAPI document. It comes from our own origin, and the Content-Security-Policy runs no script in it. */
export function Markdown({ text }: { text: string | undefined }) {
  if (!text) return null;
  const html = marked.parse(text, { async: false });
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A line of it. */
export function InlineMarkdown({ text = '' }: { text: string | undefined }) {
  const html = marked.parseInline(text, { async: false });
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}

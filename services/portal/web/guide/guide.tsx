import { Marked } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { Code, exampleAddress } from '../parts/code.tsx';
import type { Syntax } from '../parts/code.tsx';
import { Languages, languages } from '../parts/languages.tsx';

const marked = new Marked({
  renderer: {
    heading: ({ text, depth }) => `<h${depth} id="${idOf(text)}">${text}</h${depth}>`,
    code: ({ text, lang = '' }) =>
      renderToString(
        <div data-language={(languages as Record<string, string | undefined>)[lang] ?? ''} data-syntax={lang}>
          <Code text={text} what={lang} syntax={lang as Syntax} />
        </div>,
      ),
  },
});

/** Markdown as HTML: each heading has an address, and each block of code its language and a button to copy it. */
export function htmlOf(markdown: string): string {
  return marked.parse(markdown, { async: false }).replaceAll(`href="${exampleAddress}`, 'href="');
}

/** The guide's Markdown as HTML, with its contents. */
export function guideOf(markdown: string): string {
  const [first = '', ...sections] = markdown.split(/^(?=## )/m).map(htmlOf);
  const titles = Array.from(markdown.matchAll(/^## (.*)/gm), ([, title = '']) => title);
  const contents = titles.map((title) => `<li><a href="#${idOf(title)}">${title}</a></li>`);
  return (
    `<nav class="contents" aria-label="On this page"><div id="search"></div><ol>${contents.join('')}</ol></nav>` +
    `<article>${first}${renderToString(<Languages />)}` +
    `${sections.map((html) => `<section class="part">${html}</section>`).join('')}</article>`
  );
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

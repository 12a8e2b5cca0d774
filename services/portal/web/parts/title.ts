import { useEffect } from 'preact/hooks';

/** The title of the page, by which tabs and bookmarks are told apart. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? 'Client Reporting' : `${title} · Client Reporting`;
  }, [title]);
}

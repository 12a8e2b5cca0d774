/** Of an address that the portal doesn't have. */
export function NotFound() {
  return (
    <main id="main" class="home">
      <h1>There is no such page.</h1>
      <p class="lead">Check the address, or go on from here.</p>
      <ul>
        <li>
          <a href="/portal">Start page</a>
        </li>
        <li>
          <a href="/portal/explorer">Payments and hours</a>
        </li>
        <li>
          <a href="/portal/guide">Guide</a>
        </li>
        <li>
          <a href="/portal/reference">Reference</a>
        </li>
      </ul>
    </main>
  );
}

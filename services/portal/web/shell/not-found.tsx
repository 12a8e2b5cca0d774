/** Of an address that the portal doesn't have. */
export function NotFound() {
  return (
    <main id="main" class="home">
      <h1>There is no such page.</h1>
      <p class="lead">
        Check the address, or go on from the <a href="/portal">start page</a>.
      </p>
    </main>
  );
}

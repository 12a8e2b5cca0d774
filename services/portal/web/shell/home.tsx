const doors = {
  '/portal/explorer': [
    'Payments and hours',
    'What you paid, to whom and when, and what is due: by month, team and contractor, also as Excel.',
  ],
  '/portal/guide': ['Guide', 'For developers: your first report in a few lines of curl, JavaScript or Python.'],
  '/portal/reference': ['Reference', 'Every endpoint, parameter, response and error. Try each one here.'],
};

/** What this is, and where to go. */
export function Home() {
  return (
    <main id="main" class="home">
      <h1>What you pay the people you hired.</h1>
      <p class="lead">Scheduled payments and timesheets of your company’s contracts, here or in your own programs.</p>
      <ul class="doors">
        {Object.entries(doors).map(([href, [title, text]]) => (
          <li key={href}>
            <a href={href}>
              <h2>{title}</h2>
              <p>{text}</p>
            </a>
          </li>
        ))}
      </ul>
      <p class="fine">
        For machines: <a href="/openapi.json">openapi.json</a>, <a href="/llms.txt">llms.txt</a>.
      </p>
    </main>
  );
}

import '@fontsource-variable/inter/wght.css';
import { render } from 'preact';

const root = document.getElementById('app');
if (root) render(<main>Client Reporting</main>, root);

import '@fontsource-variable/inter/wght.css';
import './style/base.css';
import './style/parts.css';
import './style/explorer.css';
import './style/rows.css';
import './style/charts.css';
import './style/reading.css';
import './style/print.css';
import { render } from 'preact';
import { App } from './shell/app.tsx';

const root = document.getElementById('app');
if (root) render(<App />, root);

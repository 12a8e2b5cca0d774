import './style/base.css';
import './style/parts.css';
import './style/explorer.css';
import './style/charts.css';
import './style/reading.css';
import { render } from 'preact';
import { enlivenGuide } from './guide/enliven.tsx';
import { App, Reference } from './shell/app.tsx';

// What the build rendered stays until it can be replaced at once.
if (location.pathname.startsWith('/portal/reference')) await Reference.preload();
const root = document.getElementById('app');
if (root) render(<App />, root);
enlivenGuide();

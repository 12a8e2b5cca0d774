import './style/base.css';
import './style/parts.css';
import './style/explorer.css';
import './style/charts.css';
import './style/reading.css';
import { render } from 'preact';
import { createSession } from './api/session.ts';
import { storageOf } from './parts/storage.ts';
import { App } from './shell/app.tsx';
import { enliven } from './shell/enliven.tsx';

const session = createSession(storageOf('sessionStorage'));
const root = document.getElementById('app');
if (root) render(<App session={session} />, root);
enliven(session);

import { mount } from 'svelte';
import App from './App.svelte';
import { i18n } from './i18n/i18n.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/text.css';
import './styles/controls.css';
import './styles/choices.css';
import './styles/signs.css';
import './styles/floats.css';
import './styles/shell.css';
import './styles/narrow.css';
import './styles/monaco.css';

const target = document.getElementById('app');
if (target) void i18n.begin().then(() => mount(App, { target }));

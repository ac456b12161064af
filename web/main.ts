import './zod-without-eval.ts';
import { mount } from 'svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/floats.css';
import './styles/shell.css';
import './styles/monaco.css';

const target = document.getElementById('app');
if (target) mount(App, { target });

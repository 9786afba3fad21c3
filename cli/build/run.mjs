import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 127 if the program could not be started, 128 if a signal ended it
 * @property {string} output stdout and stderr in order; '' if it wrote to the terminal
 */

/**
 * Runs a program without a shell in the project's folder. Ctrl-C reaches it because it shares the terminal.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show`: writes to the terminal; default false
 * @returns {Promise<Finished>}
 */
export function run(program, args, { env = process.env, show = false } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => done({ code: 127, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 128, output: Buffer.concat(chunks).toString() }));
  });
}

/**
 * Returns the last lines of a program's output.
 * @param {string} output
 * @param {number} [count] maximum number of lines; default 15
 */
export function lastLines(output, count = 15) {
  return output.trim().split('\n').slice(-count).join('\n');
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findNginx } from './find-nginx.ts'

const deployedConfig = resolve(import.meta.dirname, '../../deploy/nginx')

// Stops nginx when its standard input closes, so that it ends with the test process.
const supervisor = '"$@" & server=$!; cat > /dev/null; kill $server; wait $server'

/** nginx in front of several server processes, with the proxy settings of deploy/nginx. */
export async function startNginx(port: number, upstreamPorts: number[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await configuration(folder, port, upstreamPorts))
  const command = [findNginx(), '-p', folder, '-e', join(folder, 'error.log'), '-c', file]
  const server = spawn('sh', ['-c', supervisor, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(async () => {
    server.stdin.end()
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  await waitUntilListening(port, server, join(folder, 'error.log'))
  return `http://127.0.0.1:${port}`
}

/** Balancing and proxy directives come from the deployed files; paths and ports are the test's. */
async function configuration(folder: string, port: number, upstreamPorts: number[]) {
  const site = await readFile(join(deployedConfig, 'quad.conf'), 'utf8')
  const oneServer = await readFile(join(deployedConfig, 'upstream.conf'), 'utf8')
  const balancing = site.match(/^ +(least_conn|keepalive).*;$/gm) ?? []
  const proxying = site.match(/^ {4}proxy_(?!pass).*;$/gm) ?? []
  if (balancing.length === 0 || proxying.length === 0) {
    throw new Error('deploy/nginx/quad.conf no longer says how requests are passed on.')
  }
  const servers = upstreamPorts.map((upstream) =>
    oneServer.replace('127.0.0.1:3000', `127.0.0.1:${upstream}`),
  )
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  return `
daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  ${tempPaths.join('\n  ')}
  upstream quad {
    ${[...balancing.slice(0, 1), ...servers, ...balancing.slice(1)].join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 11m;
    ${proxying.join('\n')}
    location / { proxy_pass http://quad; }
  }
}
`
}

async function waitUntilListening(port: number, server: ChildProcess, log: string): Promise<void> {
  while (!(await isListening(port))) {
    if (server.exitCode !== null) {
      throw new Error(`nginx did not start:\n${await readFile(log, 'utf8').catch(() => '')}`)
    }
    await pause(50)
  }
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve: settle } = Promise.withResolvers<boolean>()
  const probe = connect(port, '127.0.0.1')
  probe.on('connect', () => settle(true)).on('error', () => settle(false))
  return promise.finally(() => probe.destroy())
}

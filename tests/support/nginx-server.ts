import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findNginx } from './find-nginx.ts'

const deployed = resolve(import.meta.dirname, '../../deploy/nginx')

// Lives as long as its input: however the tests end, nginx stops.
const guardian = '"$@" & server=$!; cat > /dev/null; kill $server; wait $server'

/** nginx before several processes, passing requests on as the deployed configuration says. */
export async function startNginx(port: number, upstreamPorts: number[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await configuration(folder, port, upstreamPorts))
  const command = [findNginx(), '-p', folder, '-e', join(folder, 'error.log'), '-c', file]
  const server = spawn('sh', ['-c', guardian, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(async () => {
    server.stdin.end()
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  await untilListening(port, server, join(folder, 'error.log'))
  return `http://127.0.0.1:${port}`
}

/** How requests are passed on is the deployed file's; where things lie and who may ask is the test's. */
async function configuration(folder: string, port: number, upstreamPorts: number[]) {
  const site = await readFile(join(deployed, 'quad.conf'), 'utf8')
  const oneServer = await readFile(join(deployed, 'upstream.conf'), 'utf8')
  const balancing = site.match(/^ +(least_conn|keepalive).*;$/gm) ?? []
  const passing = site.match(/^ {4}proxy_(?!pass).*;$/gm) ?? []
  if (balancing.length === 0 || passing.length === 0) {
    throw new Error('deploy/nginx/quad.conf no longer says how requests are passed on.')
  }
  const servers = upstreamPorts.map((upstream) =>
    oneServer.replace('127.0.0.1:3000', `127.0.0.1:${upstream}`),
  )
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  return `
daemon off;
master_process off;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  ${places.join('\n  ')}
  upstream quad {
    ${[...balancing.slice(0, 1), ...servers, ...balancing.slice(1)].join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 11m;
    ${passing.join('\n')}
    location / { proxy_pass http://quad; }
  }
}
`
}

async function untilListening(port: number, server: ChildProcess, log: string): Promise<void> {
  while (!(await isListening(port))) {
    if (server.exitCode !== null) {
      throw new Error(`nginx did not start:\n${await readFile(log, 'utf8').catch(() => '')}`)
    }
    await pause(50)
  }
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve: tell } = Promise.withResolvers<boolean>()
  const probe = connect(port, '127.0.0.1')
  probe.on('connect', () => tell(true)).on('error', () => tell(false))
  return promise.finally(() => probe.destroy())
}

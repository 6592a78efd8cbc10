import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findNginx } from './find-nginx.ts'

const deployedConfig = resolve(import.meta.dirname, '../../deploy/nginx')

// This script stops nginx when its standard input closes, so that nginx ends with the test process.
const supervisor = '"$@" & server=$!; cat > /dev/null; kill $server; wait $server'

/**
 * Starts nginx in front of several server processes, with the proxy settings of deploy/nginx and those that an operator may
 * add.
 */
export async function startNginx(
  port: number,
  upstreamPorts: number[],
  directives = '',
): Promise<string> {
  await runNginx(port, `${directives} ${await balancingSite(port, upstreamPorts)}`)
  return `http://127.0.0.1:${port}`
}

interface DeployedSite {
  httpPort: number
  httpsPort: number
  appUrl: string
}

/**
 * Starts nginx with the files of deploy/nginx and no server behind it. Only paths, ports and rates differ: two requests of a
 * network pass, the next get 429. The header `x-test-address` sets a request's address.
 */
export async function startDeployedSite({ httpPort, httpsPort, appUrl }: DeployedSite) {
  const folder = await createFolder()
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  })
  await writeFile(join(folder, 'upstream.conf'), 'server 127.0.0.1:1;')
  const site = await readDeployed('quad.conf')
  const address = await readDeployed('site.conf.template')
  const changes: [string, string][] = [
    ['/etc/nginx/quad-upstream.conf', join(folder, 'upstream.conf')],
    ['/etc/quad/tls', folder],
    ['/var/cache/quad', folder],
    ['/var/log/nginx/access.log', join(folder, 'access.log')],
    ['/var/log/nginx/error.log', join(folder, 'site-error.log')],
    ['listen 80 ', `listen 127.0.0.1:${httpPort} `],
    ['listen [::]:80 default_server;', ''],
    ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
    ['listen [::]:443 ssl http2 default_server;', ''],
    ['rate=200r/s', 'rate=1r/m'],
    ['burst=400', 'burst=1'],
  ]
  const adapted = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx/quad.conf has no "${from}" any more.`)
    return text.replaceAll(from, to)
  }, site)
  await runNginx(
    httpsPort,
    `set_real_ip_from 127.0.0.1;
    real_ip_header x-test-address;
    ${address.replace(/\$\{APP_URL\}/, appUrl)}
    ${adapted}`,
    folder,
  )
  const readLog = (name: string) => readFile(join(folder, name), 'utf8')
  return {
    folder,
    readLogs: async () => (await readLog('access.log')) + (await readLog('site-error.log')),
  }
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const readDeployed = (name: string) => readFile(join(deployedConfig, name), 'utf8')

/** Starts nginx with these directives in its http block. Resolves once nginx listens. */
async function runNginx(port: number, site: string, folder?: string): Promise<void> {
  folder ??= await createFolder()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, site))
  const command = [findNginx(), '-p', folder, '-e', join(folder, 'error.log'), '-c', file]
  const server = spawn('sh', ['-c', supervisor, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(async () => {
    server.stdin.end()
    if (server.exitCode === null) await once(server, 'exit')
  })
  await waitUntilListening(port, server, join(folder, 'error.log'))
}

function configuration(folder: string, site: string) {
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
  ${site}
}
`
}

/** Returns the balancing and proxy directives of the deployed files, with the test's paths and ports. */
async function balancingSite(port: number, upstreamPorts: number[]) {
  const site = await readDeployed('quad.conf')
  const oneServer = await readDeployed('upstream.conf')
  const balancing = site.match(/^ +(least_conn|keepalive).*;$/gm) ?? []
  const proxying = site.match(/^ {4}proxy_(?!pass).*;$/gm) ?? []
  if (balancing.length === 0 || proxying.length === 0) {
    throw new Error('deploy/nginx/quad.conf no longer says how requests are passed on.')
  }
  const servers = upstreamPorts.map((upstream) =>
    oneServer.replace('127.0.0.1:3000', `127.0.0.1:${upstream}`),
  )
  return `
  upstream quad {
    ${[...balancing.slice(0, 1), ...servers, ...balancing.slice(1)].join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 11m;
    ${proxying.join('\n')}
    location / { proxy_pass http://quad; }
  }`
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

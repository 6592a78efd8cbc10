import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { findInstalledProgram } from './support/find-program.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const lines = (path: string) => read(path).split('\n')

const example = Object.fromEntries(
  lines('deploy/compose.env.example')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split(/=(.*)/s, 2)),
)
const optional = ['METRICS_TOKEN', 'BACKUP_S3_URL']

describe.each(['deploy/compose.yaml', 'deploy/stack.yaml'])('%s', (file) => {
  const variables = [...read(file).matchAll(/\$\{(?<name>\w+)(?<rule>[^}]*)\}/g)].filter(
    // The command gives the version, not the file with the secrets.
    ({ groups }) => groups?.name !== 'QUAD_VERSION',
  )

  it('does not start while a setting is missing', () => {
    expect(variables.length).toBeGreaterThan(5)
    for (const { groups } of variables) {
      expect([groups?.name, groups?.rule]).toEqual([
        groups?.name,
        optional.includes(groups?.name ?? '') ? ':-' : ':?',
      ])
    }
  })

  it('uses the settings of compose.env.example and no others', () => {
    const used = new Set(variables.map(({ groups }) => groups?.name))
    expect([...used].toSorted()).toEqual(Object.keys(example).toSorted())
  })

  it('leads to valid settings', () => {
    const values: Record<string, string> = {
      ...example,
      ...{ POSTGRES_PASSWORD: 'a1', S3_KEY: 'b2', S3_SECRET: 'c3' },
      BACKUP_S3_URL: 's3://d4:e5@other.example/backups?tls=1',
    }
    const service = read(file).split(/^ {2}web:$/m)[0] ?? ''
    const environment = [...service.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(
      ([, name = '', value = '']) => [
        name,
        value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, key) => values[key] ?? ''),
      ],
    )
    expect(readConfig(Object.fromEntries(environment))).toMatchObject({
      DATABASE_URL: 'postgres://quad:a1@postgres:5432/quad',
      S3_URL: { key: 'b2', secret: 'c3', bucket: 'quad' },
      BACKUP_S3_URL: { bucket: 'backups' },
    })
  })
})

it('Swarm starts a healthy container before it stops an old one, one at a time', () => {
  const [quad = ''] = read('deploy/stack.yaml').split(/^ {2}web:$/m)
  for (const line of ['parallelism: 1', 'order: start-first', 'failure_action: pause']) {
    expect(quad).toContain(line)
  }
  expect(read('deploy/Dockerfile')).toContain('HEALTHCHECK')
  // nginx has to learn the addresses of new containers without a restart.
  expect(read('deploy/nginx/upstream-compose.conf')).toMatch(/^server quad:3000 resolve /m)
})

it('cron backs up as the service runs: its user, folder, settings and data', () => {
  const unit = read('deploy/quad.service')
  const setting = (name: string) => new RegExp(`^${name}=(\\S+)`, 'm').exec(unit)?.[1]
  const commands = lines('deploy/quad.cron').filter((line) => line.includes('systemd-run'))
  expect(commands).toHaveLength(2)
  for (const command of commands) {
    expect(command).toMatch(/^#?\d+ \d+ \* \* \* root systemd-run /)
    expect(command).toContain(`--uid=${setting('User')} `)
    expect(command).toContain(`--working-directory=${setting('WorkingDirectory')} `)
    expect(command).toContain(`EnvironmentFile=${setting('EnvironmentFile')} `)
    expect(command).toContain(`-E ${/DATA_DIR=\S+/.exec(unit)?.[0]} `)
    // cron ends a command at a percent sign.
    expect(command).not.toMatch(/[^\\]%/)
  }
})

describe('deploy/prometheus', () => {
  it('names only metrics that the server serves', async () => {
    const token = 'a-token-for-monitoring'
    const { app } = await buildTestApp('sqlite', { METRICS_TOKEN: token })
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await app.inject({ url: '/api/metrics', headers })
    const served = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    for (const file of ['alerts.yaml', 'alerts.test.yaml']) {
      const text = read(`deploy/prometheus/${file}`).replaceAll(/^ *#.*$/gm, '')
      const named = [...text.matchAll(/\b(?:quad|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_(?:count|bucket|sum)$/, ''),
      )
      expect(named.length).toBeGreaterThan(9)
      expect(named.filter((name) => !served.has(name))).toEqual([])
    }
  })

  const promtool = findInstalledProgram('promtool')

  // Debian has it in the package "prometheus". Without it, the test above is all there is.
  if (!promtool)
    console.log('The alert rules were not tried: there is no promtool on this machine.')
  it.skipIf(!promtool)('passes promtool, which tries the rules', { timeout: 60_000 }, () => {
    const run = (...args: string[]) =>
      execFileSync(promtool ?? '', args, { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' })
    expect(run('check', 'rules', 'alerts.yaml')).toContain('SUCCESS: 16 rules found')
    expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })
})

it('git and docker ignore secrets', () => {
  expect(lines('.gitignore')).toEqual(
    expect.arrayContaining(['.env', '/deploy/compose.env', '/deploy/tls/']),
  )
  expect(lines('deploy/Dockerfile.dockerignore')).toEqual(
    expect.arrayContaining(['.env', 'deploy/compose.env', 'deploy/tls']),
  )
})

it('nginx shows the page that Quad writes for downtime, and has none before the first start', () => {
  const config = read('deploy/nginx/quad.conf')
  expect(config).toContain('error_page 502 504 =503 /down.html;')
  expect(config).toMatch(/root \/var\/cache\/quad;[^}]*try_files \/down\.html @unavailable_page;/)
  expect(config).not.toMatch(/[>"]Quad/)
  for (const file of ['deploy/quad.service', 'deploy/Dockerfile']) {
    expect(read(file)).toContain('DOWN_PAGE=/var/cache/quad/down.html')
  }
  const volumes = read('deploy/compose.yaml').match(/down:\/var\/cache\/quad(?::ro)?/g)
  expect(volumes).toEqual(['down:/var/cache/quad', 'down:/var/cache/quad:ro'])
})

it('the web image fills in the address of the site', () => {
  expect(read('deploy/nginx/site.conf.template')).toMatch(/default \$\{APP_URL\};/)
  expect(read('deploy/Dockerfile')).toContain(
    'COPY deploy/nginx/site.conf.template /etc/nginx/templates/quad-site.conf.template',
  )
})

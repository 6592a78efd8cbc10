import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const lines = (path: string) => read(path).split('\n')

const example = Object.fromEntries(
  lines('deploy/compose.env.example')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split(/=(.*)/s, 2)),
)
const optional = ['METRICS_TOKEN']

describe('deploy/compose.yaml', () => {
  const variables = [...read('deploy/compose.yaml').matchAll(/\$\{(?<name>\w+)(?<rule>[^}]*)\}/g)]

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
    }
    const service = read('deploy/compose.yaml').split(/^ {2}web:$/m)[0] ?? ''
    const environment = [...service.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(
      ([, name = '', value = '']) => [
        name,
        value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, key) => values[key] ?? ''),
      ],
    )
    expect(readConfig(Object.fromEntries(environment))).toMatchObject({
      DATABASE_URL: 'postgres://quad:a1@postgres:5432/quad',
      S3_URL: { key: 'b2', secret: 'c3', bucket: 'quad' },
    })
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

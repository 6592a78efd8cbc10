import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig, settings } from './config.ts'

describe('readConfig', () => {
  it('needs no setting at all', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      APP_URL: 'http://localhost:3000',
      appUrlIsSet: false,
      VERIFY_EMAIL: false,
      LISTING_ACCESS: 'contact',
      CONTACT: 'both',
      RATE_LIMIT: true,
      WORKERS: 1,
      LOG_LEVEL: 'info',
    })
  })

  it('treats an empty value as unset', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', APP_URL: '' })
    expect(config).toMatchObject({ PORT: 3000, appUrlIsSet: false })
    expect(config.DATABASE_URL).toBeUndefined()
    expect(config.DEMO).toBeUndefined()
  })

  it('follows the port in the default address', () => {
    expect(readConfig({ PORT: '8080' }).APP_URL).toBe('http://localhost:8080')
  })

  it('keeps only the origin of APP_URL', () => {
    const config = readConfig({ APP_URL: 'https://Quad.Example/' })
    expect(config).toMatchObject({ APP_URL: 'https://quad.example', appUrlIsSet: true })
  })

  it('reads the base of photos without a slash at its end', () => {
    const bases = ['https://Photos.Example/', 'https://cdn.example/quad/']
    expect(bases.map((base) => readConfig({ PHOTO_URL: base }).PHOTO_URL)).toEqual([
      'https://photos.example',
      'https://cdn.example/quad',
    ])
  })

  it.each([
    [undefined, undefined, false],
    [undefined, 'on', true],
    ['smtp://mail.example', undefined, true],
    ['smtp://mail.example', 'off', false],
  ])('with SMTP_URL=%s and VERIFY_EMAIL=%s asks for codes: %s', (SMTP_URL, VERIFY_EMAIL, asks) => {
    expect(readConfig({ SMTP_URL, VERIFY_EMAIL }).VERIFY_EMAIL).toBe(asks)
  })

  it('reads the sender of mails, and has no secret of its own', () => {
    expect(readConfig({ MAIL_FROM: 'hello@quad.example' }).MAIL_FROM).toBe('hello@quad.example')
    expect(readConfig({}).APP_SECRET).toBeUndefined()
    const APP_SECRET = 'x'.repeat(32)
    expect(readConfig({ APP_SECRET }).APP_SECRET).toBe(APP_SECRET)
  })

  it('reads the proxies as a list', () => {
    expect(readConfig({ TRUST_PROXY: '10.0.0.1, fd00::/8,loopback' }).TRUST_PROXY).toEqual([
      '10.0.0.1',
      'fd00::/8',
      'loopback',
    ])
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['WORKERS', '0'],
    ['WORKERS', '1.5'],
    ['APP_URL', 'quad.example'],
    ['APP_URL', 'https://quad.example/path'],
    ['APP_URL', 'ftp://quad.example'],
    ['DATABASE_URL', 'mysql://localhost/quad'],
    ['SMTP_URL', 'http://localhost'],
    ['MAIL_FROM', 'Quad <hello@quad.example>'],
    ['MAIL_FROM', 'quad'],
    ['VERIFY_EMAIL', '1'],
    ['APP_SECRET', 'x'.repeat(31)],
    ['S3_URL', 'https://bucket'],
    ['S3_URL', 's3://key:hunter2@host'],
    ['S3_URL', 's3://key:hunter2@host/bucket?tls=yes'],
    ['BACKUP_S3_URL', 's3://key:hunter2@host'],
    ['PHOTO_URL', 'photos'],
    ['PHOTO_URL', 'https://photos.example/?size=1'],
    ['WEBHOOK_URL', 'http://chat.example/hook'],
    ['WEBHOOK_URL', 'https://eve:key@chat.example/hook'],
    ['GEOCODER_URL', 'nominatim.example/search'],
    ['GEOCODER_URL', 'https://nominatim.example/'],
    ['GEOCODER_URL', 'https://eve:key@nominatim.example/search'],
    ['LISTING_ACCESS', 'everyone'],
    ['CONTACT', 'phone'],
    ['DEMO', 'yes'],
    ['RATE_LIMIT', 'maybe'],
    ['BACKUP_BEFORE_UPGRADE', 'maybe'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^.*\\n  ${name} must`))
  })

  it('refuses to keep backups in the bucket of the photos, however it is spelled', () => {
    const S3_URL = 's3://key:hunter2@store.example:9000/photos'
    const attempt = (bucket: string) => readConfig({ S3_URL, BACKUP_S3_URL: `s3://k:s@${bucket}` })
    expect(() => attempt('STORE.example/photos/?tls=0')).toThrow(
      /^.*\n {2}BACKUP_S3_URL must be another bucket than S3_URL, whose photos may be public$/,
    )
    expect(attempt('store.example:9000/backups').BACKUP_S3_URL).toMatchObject({ bucket: 'backups' })
    // Without a bucket for photos, any bucket will do.
    expect(readConfig({ BACKUP_S3_URL: S3_URL }).BACKUP_S3_URL?.bucket).toBe('photos')
  })

  it('names all bad settings at once', () => {
    const attempt = () => readConfig({ PORT: 'x', WORKERS: '0', DEMO: 'yes' })
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(/PORT.*DEMO.*WORKERS/s)
  })

  it('never repeats the value, which may be a secret', () => {
    expect(() => readConfig({ SMTP_URL: 'user:hunter2@host' })).toThrow(/^(?!.*hunter2)/s)
    expect(() => readConfig({ S3_URL: 's3://key:hunter2@host' })).toThrow(/^(?!.*hunter2)/s)
    expect(() => readConfig({ APP_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/s)
  })
})

describe('the identity providers', () => {
  const watiam = {
    OIDC_ISSUER: 'https://login.uwaterloo.example',
    OIDC_CLIENT_ID: 'quad',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_LABEL: 'Continue with WatIAM',
    OIDC_UNIVERSITY: 'waterloo',
  }
  const withNumber = (number: number, settings: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`${name}_${number}`, value]),
    )
  const laurier = {
    ...watiam,
    OIDC_ISSUER: 'https://login.wlu.example',
    OIDC_LABEL: 'Laurier ID',
    OIDC_UNIVERSITY: 'Laurier',
  }
  const entra = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

  it('are none without settings, one with plain names, and several with numbers', () => {
    expect(readConfig({}).identityProviders).toEqual([])
    const [one, ...others] = readConfig(watiam).identityProviders
    expect(others).toEqual([])
    expect(one).toMatchObject({
      key: 'waterloo',
      label: 'WatIAM',
      university: 'waterloo',
      emailClaim: 'email',
      verifiedClaim: 'email_verified',
    })
    const both = { ...withNumber(1, watiam), ...withNumber(2, laurier) }
    expect(readConfig(both).identityProviders.map(({ label }) => label)).toEqual([
      'WatIAM',
      'Laurier ID',
    ])
  })

  it('make a site real, as its own address and email codes do: it is no try-out', () => {
    expect(readConfig({}).isTryOut).toBe(true)
    for (const real of [watiam, { APP_URL: 'https://quad.example' }, { VERIFY_EMAIL: 'on' }]) {
      expect(readConfig({ VERIFY_EMAIL: 'off', ...real }).isTryOut).toBe(false)
    }
    const issuer = entra('8eaef023-2b34-4da1-9baa-8bc8c9d6a490')
    expect(readConfig({ ...watiam, OIDC_ISSUER: issuer }).identityProviders).toHaveLength(1)
  })

  it('are read from a JSON file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'providers.json')
    const provider = {
      issuer: watiam.OIDC_ISSUER,
      clientId: 'quad',
      clientSecret: 'a secret',
      label: 'WatIAM',
      university: 'Waterloo',
      verifiedClaim: 'xms_edov',
    }
    await writeFile(file, JSON.stringify([provider]))
    const [read] = readConfig({ OIDC_FILE: file }).identityProviders
    expect(read).toMatchObject({ key: 'waterloo', verifiedClaim: 'xms_edov' })
    await writeFile(file, JSON.stringify([{ ...provider, clientSecret: undefined }]))
    expect(() => readConfig({ OIDC_FILE: file })).toThrow('OIDC_FILE [0].clientSecret is missing')
    await writeFile(file, '{')
    expect(() => readConfig({ OIDC_FILE: file })).toThrow('OIDC_FILE must be a JSON file')
  })

  it.each([
    [{ ...watiam, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is missing'],
    [{ ...watiam, OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must begin with https:'],
    [{ ...watiam, ...withNumber(2, watiam) }, 'two issuers for waterloo'],
    [{ ...withNumber(1, watiam), OIDC_CLIENT_ID_2: 'quad' }, 'OIDC_ISSUER_2 is missing'],
    [{ OIDC_CLIENT_SECRET: 'a secret' }, 'OIDC_ISSUER is missing'],
    [
      { ...watiam, ...withNumber(2, laurier), OIDC_ISSUER_2: `${watiam.OIDC_ISSUER}/` },
      'OIDC_ISSUER must be another one for each university',
    ],
    [{ ...watiam, OIDC_ISSUER: entra('common') }, 'OIDC_ISSUER must name your own tenant'],
    [{ ...watiam, OIDC_ISSUER: entra('Organizations') }, 'OIDC_ISSUER must name your own tenant'],
    [{ ...watiam, OIDC_ISSUER: entra('consumers') }, 'OIDC_ISSUER must name your own tenant'],
    [{ PASSWORD_LOGIN: 'off' }, 'PASSWORD_LOGIN can be off only with OIDC_ISSUER'],
  ])('are refused: %j', (settings, message) => {
    expect(() => readConfig(settings)).toThrow(ConfigError)
    expect(() => readConfig(settings)).toThrow(message)
  })
})

describe('.env.example', () => {
  it('lists every setting and no other', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../.env.example'), 'utf8')
    const listed = [...text.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1])
    expect(listed.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
  })
})

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Encodes a value as CBOR, as far as WebAuthn needs it: short maps, integers, texts and bytes. */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
  ])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

interface Answer {
  challenge: string
  origin?: string
  /** Whether the device asked for a finger, a face or a PIN. */
  isUserVerified?: boolean
  /** The count of signatures. It stays 0 unless a test says otherwise. */
  counter?: number
}

/** A device with one passkey for the site, which answers as a browser would. */
export function createSoftwareAuthenticator(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const coseKey = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])

  function describe(type: 'webauthn.create' | 'webauthn.get', answer: Answer, attested?: Buffer) {
    const { challenge, origin = siteOrigin, isUserVerified = true, counter = 0 } = answer
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 1 | (isUserVerified ? 4 : 0) | (attested ? 64 : 0)
    const rpIdHash = sha256(new URL(origin).hostname)
    const parts = [rpIdHash, Buffer.from([flags]), count, ...(attested ? [attested] : [])]
    return { clientData, authData: Buffer.concat(parts) }
  }

  return {
    id,
    /** Makes the passkey: the body of `POST /api/users/me/passkeys`. */
    create(answer: Answer) {
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, encodeCbor(coseKey)])
      const { clientData, authData } = describe('webauthn.create', answer, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        credential: {
          id,
          rawId: id,
          type: 'public-key',
          response: {
            clientDataJSON: clientData.toString('base64url'),
            attestationObject: encodeCbor(attestation).toString('base64url'),
            transports: ['internal'],
          },
        },
      }
    },
    /** Signs a challenge: the body of `POST /api/auth/passkey`, and the proof `passkey`. */
    get(answer: Answer) {
      const { clientData, authData } = describe('webauthn.get', answer)
      const signed = Buffer.concat([authData, sha256(clientData)])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

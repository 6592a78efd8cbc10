import { TypeOverrides } from 'pg'

const oid = { bool: 16, bytea: 17, int8: 20, json: 114, numeric: 1700, jsonb: 3802 }

/** Parses columns into the values that SQLite returns. */
export const rowTypes = new TypeOverrides()
rowTypes.setTypeParser(oid.bool, (text) => (text === 't' ? 1 : 0))
rowTypes.setTypeParser(oid.bytea, (text) => Uint8Array.fromHex(text.slice('\\x'.length)))
rowTypes.setTypeParser(oid.int8, Number)
rowTypes.setTypeParser(oid.numeric, Number)
rowTypes.setTypeParser(oid.json, (text) => text)
rowTypes.setTypeParser(oid.jsonb, (text) => text)

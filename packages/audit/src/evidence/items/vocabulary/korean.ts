/** Korean: the verb is the clause's last word, with or without its ending. */

import { type Act, mapOf, type Vocabulary } from './act.js'

const words: Vocabulary = [
  ['test', '테스트 시험'],
  ['verify', '확인 검증 점검 체크 보장'],
  ['review', '리뷰 검토 감사'],
  ['build', '빌드 컴파일'],
  ['lint', '린트'],
  ['typecheck', '타입체크'],
  ['format', '포맷팅 포매팅'],
  ['run', '실행 돌리기 구동'],
  ['start', '시작 재시작 기동 중지'],
  ['deploy', '배포 릴리스 게시 출시'],
  ['install', '설치 다운로드'],
  ['commit', '커밋 푸시 병합 머지'],
  [
    'change',
    '수정 추가 업데이트 제거 삭제 변경 개선 리팩토링 리팩터링 마이그레이션 설정 구성 교체 최적화 통합 적용 정리 이동 해결 고치기 바꾸기 갱신 보완 분리 지원 연동 연결',
  ],
  ['create', '구현 작성 생성 개발 만들기 쓰기 제작 추출'],
  ['document', '문서화'],
  ['research', '분석 조사 읽기 파악 탐색 검색 찾기 이해 비교 연구 살펴보기'],
  ['think', '설계 계획 선택 결정 기획 고르기'],
  ['communicate', '요약 보고 설명 정리보고 공유'],
  ['mark', '완료 마무리'],
]

const acts = [...mapOf(words)].sort((a, b) => b[0].length - a[0].length)

const endings =
  /(?:하기|하다|합니다|한다|해요|해줘|하세요|했음|했습니다|함|하는지|되는지|하고|하여|해서|한|할|시키기|되도록|하도록|[.!]|(?<=\p{L}{2})[을를])+$/u

/** The verb that a Korean clause ends in, and the words before it, or null. */
export function koreanVerb(
  clause: string,
): { readonly act: Act; readonly verb: string; readonly object: string } | null {
  const text = clause.replace(/\s*\([^)]*\)\s*$/u, '').trim()
  const bare = text.replace(endings, '')
  for (const form of [text, bare]) {
    const found = acts.find(([verb]) => form.endsWith(verb))
    if (found === undefined) continue
    const object = form.slice(0, form.length - found[0].length).replace(/[을를]?\s*$/u, '')
    return { act: found[1], verb: found[0], object }
  }
  return null
}

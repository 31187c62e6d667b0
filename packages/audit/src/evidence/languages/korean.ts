/** Korean: the verb is the clause's last word, with or without its ending. */

import { defineLanguage, type Language, mapOf, type VerbPhrase, type Vocabulary } from './language.js'

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
function clauseOf(clause: string): VerbPhrase | null {
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

/** What the audit knows of Korean. */
export const korean: Language = defineLanguage({
  name: 'Korean',
  script: /\p{Script=Hangul}/u,
  clause: clauseOf,
  words: {
    and: '및 그리고',
  },
  patterns: {
    testCheck: /테스트(?! ?(?:환경|데이터|코드|결과))/iu,
    lintCheck: /린트/iu,
    buildCheck: /빌드/iu,
    checkName: /테스트|린트/iu,
    kindOfTests: /^(?:단위|통합|유닛|회귀)\s?테스트$/iu,
    separator: /(?<=하)고\s+/iu,
    listSign: /(?<=\p{L}{2})[와과]\s/iu,
    stage: /^(?:단계|\d+단계)/iu,
    functional: /실제 데이터|페이지|서버|실행|브라우저|동작|화면|서비스/iu,
    codeProperty: /권한|(?:오류|에러|예외) ?처리|보안|취약점|코드/iu,
    proseThing: /보고서|문서/iu,
    gitThing: /브랜치/iu,
    successPurpose: /성공|통과/iu,
    reviewNoun: /검토/iu,
    makeVerb: /생성|만들/iu,
    writeVerb: /작성|쓰기|만들|생성/iu,
    turnedAway: /거부/iu,
    pushed: /푸시/iu,
    liveSystem: /브라우저|수동/iu,
    loadTest: /부하/iu,
    wholeCheck: /전체|모든/iu,
    mends: /고치|수정/iu,
    redOnPurpose: /재현|실패/iu,
    notDone: /건너뜀|건너뛰|실패|보류|연기|해당 ?없음/iu,
    all: /모든/iu,
  },
})

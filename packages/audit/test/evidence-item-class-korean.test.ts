import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    버그 수정
    버그 수정하기
    버그를 수정한다
    2단계: 버튼 추가
    버튼 추가하기
    검색 기능 구현
    검색 기능을 구현합니다
    테스트 작성
    단위 테스트 작성하기
    README.md 업데이트
    불필요한 코드 제거
    데이터베이스 마이그레이션
    결제 모듈 리팩토링
    설정 변경
    컴포넌트 만들기
  `,
  'verify: check test runOnly': `
    테스트 실행
    테스트를 실행하기
    모든 테스트 실행하기
    단위 테스트 실행
  `,
  'verify: check test': `
    모든 테스트 통과 확인
    테스트가 통과하는지 확인
    단위 테스트
  `,
  'verify: check functional': `
    로그인 페이지 테스트
    로그인 페이지 테스트하기
    서버가 실행되는지 확인
    브라우저에서 동작 확인
  `,
  'verify: check': `
    수정 사항 확인
    변경 사항 검증하기
    최종 검증
  `,
  'verify: inspection': `
    권한 확인
    오류 처리 확인
  `,
  'verify: check build': `
    프로젝트 빌드
    빌드 성공 확인
  `,
  'research: inspection': `
    코드 리뷰
    코드 검토
  `,
  'research: reading': `
    기존 코드 분석
    원인 조사
    문서 읽기
    원인 파악
  `,
  'think: prose': `
    아키텍처 설계
    데이터베이스 선택
  `,
  'communicate: prose': `
    결과 요약
    결과 보고
    보고서 작성
  `,
  'execute: execute': `
    서버 시작
    서비스 재시작
    프로덕션 배포
    의존성 설치
    변경 사항 커밋
  `,
  'change: write + check functional': `
    버그 수정 및 페이지 테스트
  `,
}

describe('the promise of an item in Korean', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})

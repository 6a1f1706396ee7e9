/// A question with the answers that come before it, which tell its place from any other.
package struct PlacedPrompt: Sendable {
  package let prompt: Prompt
  package let before: AnswersBefore
}

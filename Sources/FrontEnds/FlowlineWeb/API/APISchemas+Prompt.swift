import Flowline

extension APISchemas {
  /// What is asked: a `Prompt` and its parts, as JSON.
  static let prompts: [String: JSONValue] = [
    "Prompt": object(
      [
        "path": described(path, "The ids from the flow down to the step, which is the last."),
        "trail": list(of: words),
        "presentation": integer, "kind": reference("Kind"), "question": words,
        "page": described(list(of: reference("Section")), "What is shown above the question."),
        "defaultText": described(text, "What an empty answer means, as it would be typed."),
        "defaultAnswer": ["description": "What an empty answer means, in its recorded form."],
        "draft": described(text, "What was answered before, or is offered, as it would be typed."),
        "draftFile": reference("KeptFile"), "help": words, "reason": words, "accepts": words,
        "example": described(text, "An answer that would be taken, as it would be typed."),
        "isSensitive": boolean, "isOptional": boolean, "isMenu": boolean,
        "backRefusal": described(text, "Why one cannot go back; it is left out if one can."),
        "form": reference("Form"), "refused": reference("RefusedAnswer"),
        "progress": object(["number": integer, "total": pair], required: ["number"]),
        "hold": reference("Hold"), "place": reference("Place"), "purpose": purpose,
        "decision": described(
          object(["yes": words, "no": words], required: ["yes", "no"]),
          "What a yes and a no do, in the flow's own words."),
      ],
      required: [
        "path", "trail", "presentation", "kind", "question", "page", "accepts", "isSensitive",
        "isOptional", "isMenu",
      ]),
    "Form": object(
      ["id": text, "title": words, "fields": list(of: reference("Field"))],
      required: ["id", "title", "fields"]),
    "Field": object(
      [
        "id": text, "kind": reference("Kind"), "question": words,
        "page": list(of: reference("Section")), "help": words, "reason": words, "accepts": words,
        "example": text, "defaultText": text,
        "text": described(text, "What was answered, or is offered, as it would be typed."),
        "draftFile": reference("KeptFile"),
        "isSensitive": boolean, "isOptional": boolean, "isAnswered": boolean,
        "refused": reference("RefusedAnswer"), "purpose": purpose,
      ],
      required: [
        "id", "kind", "question", "page", "accepts", "isSensitive", "isOptional", "isAnswered",
      ]),
    "Kind": object(
      [
        "name": described(
          text,
          """
          text, long-text, secret, number, decimal, amount, choice, choices, date, file, confirm, \
          review, path, or a kind of the program's own, which takes text.
          """),
        "least": limit, "most": limit, "fractionDigits": integer,
        "currency": described(text, "The code by ISO 4217; least and most are minor units."),
        "exponent": described(integer, "How many decimals the minor unit has."),
        "choices": list(of: reference("Choice")), "first": day, "last": day,
        "leaning": choice(["future", "past"]), "isRepeated": boolean,
        "types": described(list(of: text), "The media types that are taken; none for all."),
        "accepts": words, "schema": ["type": "object"],
      ], required: ["name"]),
    "Choice": object(["key": text, "label": words, "detail": words], required: ["key", "label"]),
    "Section": object(["heading": words, "rows": list(of: reference("Row"))], required: ["rows"]),
    "Row": object(
      [
        "label": words, "value": words, "percentage": integer,
        "mark": choice(PageRow.Mark.allCases.map(\.rawValue)), "id": text,
        "address": described(text, "Where the row leads outside the program."),
        "file": reference("KeptFile"), "step": text,
      ], required: ["label"]),
    "RefusedAnswer": object(
      ["answer": text, "range": pair, "code": text, "message": words, "isWarning": boolean],
      required: ["code", "message", "isWarning"]),
    "Hold": described(
      object(
        [
          "isStore": boolean, "isCommit": boolean, "mayHaveBeenDone": boolean,
          "wasDone": described(
            boolean,
            "Whether a write is known to have been done, and only its reply cannot be recorded."),
          "text": text,
        ], required: ["isStore", "isCommit", "mayHaveBeenDone", "wasDone"]),
      "What went wrong around the flow; the prompt asks what to do about it."),
    "Place": object(
      [
        "number": integer, "flow": text, "title": words,
        "style": choice(PresentationStyle.allCases.map(\.rawValue)),
      ], required: ["number", "flow", "title", "style"]),
    "KeptFile": object(
      [
        "digest": digest, "name": text, "size": integer,
        "type": described(text, "The media type, by the contents."),
      ], required: ["digest", "name", "size", "type"]),
    "Words": object(
      ["key": described(text, "The key in the program's catalogue."), "text": text],
      required: ["text"]),
  ]

  static let digest: JSONValue = ["type": "string", "pattern": "^sha256:[0-9a-f]{64}$"]
  private static let words = reference("Words")
  private static let day: JSONValue = ["type": "string", "format": "date"]
  private static let purpose = described(text, "A word of HTML's autocomplete, such as email.")
  /// Decimals have theirs as text with a dot.
  private static let limit: JSONValue = ["type": ["integer", "string"]]
}

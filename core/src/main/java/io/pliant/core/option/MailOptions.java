package io.pliant.core.option;

import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import io.pliant.core.spec.SubmissionContext;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code --mail-type} and {@code --mail-user}. As under Slurm no mail is sent without a type, and
 * without a user it goes to the submitter. An address that is not plain ({@code <me@here>}, {@code
 * $USER@here}) is taken with a warning, since Slurm takes any text; nothing is sent there.
 */
final class MailOptions {
  private static final String NONE_SENT =
      ": no mail is sent; 'pliant submit --wait' and 'pliant events' tell when a job ends.";
  private static final String ADDRESSES =
      "addresses of at most %d printable characters".formatted(MailRequest.LONGEST);

  private MailOptions() {}

  /** What is asked for, or null for nothing; warns where no mail will be sent. */
  static @Nullable MailRequest read(
      GivenOptions options, SubmissionContext context, List<String> warnings) {
    Set<MailType> types = types(options);
    String given = address(options);
    List<String> names =
        Stream.of(SubmitOption.MAIL_TYPE, SubmitOption.MAIL_USER)
            .filter(options::has)
            .map(SubmitOption::typed)
            .toList();
    if (!names.isEmpty() && !context.sendsMail()) {
      warnings.add(String.join(", ", names) + NONE_SENT);
    }
    String address = given == null ? context.submitter().name() : given;
    if (types.isEmpty()) {
      if (given != null && context.sendsMail() && !options.has(SubmitOption.MAIL_TYPE)) {
        warnings.add("--mail-user: no mail is sent without --mail-type.");
      }
      return null;
    }
    if (!MailRequest.plain(address)) {
      if (context.sendsMail()) {
        warnings.add(
            "--mail-user: no mail is sent to '%s'; write a plain address: letters, digits and _.+-@"
                .formatted(TextCheck.oneLine(address, 60)));
      }
      return null;
    }
    return new MailRequest(List.copyOf(types), address);
  }

  static Set<MailType> types(GivenOptions options) {
    Set<MailType> types =
        options.read(SubmitOption.MAIL_TYPE, MailRequest.FORMS, MailRequest::types);
    return types == null ? Set.of() : types;
  }

  static @Nullable String address(GivenOptions options) {
    String address =
        options.read(
            SubmitOption.MAIL_USER,
            ADDRESSES,
            text -> {
              if (text.length() > MailRequest.LONGEST || !TextCheck.printable(text)) {
                throw new IllegalArgumentException("no address");
              }
              return text.strip();
            });
    return address == null || address.isEmpty() ? null : address;
  }
}
